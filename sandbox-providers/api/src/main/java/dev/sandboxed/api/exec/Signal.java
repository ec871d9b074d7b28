package dev.sandboxed.api.exec;

import java.util.Map;

/**
 * A signal, by its number on Linux.
 *
 * @param number the number on Linux; a provider on another system translates the common ones
 */
public record Signal(int number) {

    public static final Signal HUP = new Signal(1);
    public static final Signal INT = new Signal(2);
    public static final Signal QUIT = new Signal(3);
    public static final Signal ABRT = new Signal(6);
    public static final Signal KILL = new Signal(9);
    public static final Signal USR1 = new Signal(10);
    public static final Signal SEGV = new Signal(11);
    public static final Signal USR2 = new Signal(12);
    public static final Signal PIPE = new Signal(13);
    public static final Signal TERM = new Signal(15);
    public static final Signal CONT = new Signal(18);
    public static final Signal STOP = new Signal(19);
    public static final Signal XCPU = new Signal(24);

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(1, "HUP"),
            Map.entry(2, "INT"),
            Map.entry(3, "QUIT"),
            Map.entry(4, "ILL"),
            Map.entry(5, "TRAP"),
            Map.entry(6, "ABRT"),
            Map.entry(7, "BUS"),
            Map.entry(8, "FPE"),
            Map.entry(9, "KILL"),
            Map.entry(10, "USR1"),
            Map.entry(11, "SEGV"),
            Map.entry(12, "USR2"),
            Map.entry(13, "PIPE"),
            Map.entry(14, "ALRM"),
            Map.entry(15, "TERM"),
            Map.entry(18, "CONT"),
            Map.entry(19, "STOP"),
            Map.entry(24, "XCPU"),
            Map.entry(25, "XFSZ"),
            Map.entry(31, "SYS"));

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is outside 1 to 64
     */
    public Signal {
        if (number < 1 || number > 64) {
            throw new IllegalArgumentException("A signal's number must be between 1 and 64, but was " + number);
        }
    }

    @Override
    public String toString() {
        String name = NAMES.get(number);
        return name == null ? "signal " + number : "SIG" + name;
    }
}
