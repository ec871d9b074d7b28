package dev.sandboxed.conformance.internal.program;

import dev.sandboxed.conformance.internal.text.ResourceText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A program whose first thread ends at once while another goes on. The kernel shows such a process as a zombie, as if it
 * were dead, although it runs, writes and holds its files; programs in several languages become one without meaning to.
 *
 * <p>The thread that goes on adds a line to the file that is the program's only argument, or prints one where there is no
 * argument, and does so again every 50 ms. It ends by itself some day, so that a provider that forgets it does no lasting
 * harm.
 */
public final class LeaderlessProgram {

    private static final short X86_64 = 62;
    private static final short AARCH64 = 183;
    private static final int AARCH64_MOVE_TO_W20 = 0x52800014;

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration LONG_LIFE = Duration.ofMinutes(5);
    private static final int MOST_BEATS = 0xffff;
    /** Stands in the code for how often a line is written. */
    private static final String BEATS = "BEATS";

    /** A struct timespec of 50 ms, then the line that is written. */
    private static final String CONSTANTS = """
            00 00 00 00 00 00 00 00  80 f0 fa 02 00 00 00 00
            0a
            """;

    private static final String X86_64_CODE = ResourceText.of(LeaderlessProgram.class, "leaderless-x86_64.txt");

    /** Instructions as they are usually written, the most significant byte first; in memory it comes last. */
    private static final String AARCH64_CODE = ResourceText.of(LeaderlessProgram.class, "leaderless-aarch64.txt");

    private LeaderlessProgram() {}

    /**
     * Returns the executable file for an architecture, which ends by itself after five minutes; empty where there is none.
     *
     * @param machine as {@code uname -m} or the JVM name it
     */
    public static Optional<byte[]> forMachine(String machine) {
        return forMachine(machine, LONG_LIFE);
    }

    /**
     * Returns the executable file for an architecture; empty where there is none.
     *
     * @param machine as {@code uname -m} or the JVM name it
     * @param life about how long it goes on if nobody ends it
     * @throws IllegalArgumentException if that is less than a line takes, or more than 54 minutes
     */
    public static Optional<byte[]> forMachine(String machine, Duration life) {
        long beats = life.dividedBy(PAUSE);
        if (beats < 1 || beats > MOST_BEATS) {
            throw new IllegalArgumentException(
                    "A life must have 1 to " + MOST_BEATS + " lines every " + PAUSE + ", but was " + life);
        }
        return switch (machine) {
            case "x86_64", "amd64" -> Optional.of(StaticElf.of(X86_64, x86((int) beats)));
            case "aarch64", "arm64" -> Optional.of(StaticElf.of(AARCH64, aarch((int) beats)));
            default -> Optional.empty();
        };
    }

    private static byte[] x86(int beats) {
        String number = HexFormat.of().toHexDigits(Integer.reverseBytes(beats));
        return hex(X86_64_CODE.replace(BEATS, number) + CONSTANTS);
    }

    private static byte[] aarch(int beats) {
        String instruction = HexFormat.of().toHexDigits(AARCH64_MOVE_TO_W20 | beats << 5);
        return words(AARCH64_CODE.replace(BEATS, instruction), hex(CONSTANTS));
    }

    private static byte[] hex(String listing) {
        return HexFormat.of().parseHex(String.join("", instructions(listing)));
    }

    private static byte[] words(String listing, byte[] constants) {
        List<String> words = instructions(listing);
        ByteBuffer code = ByteBuffer.allocate(words.size() * Integer.BYTES + constants.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        words.forEach(word -> code.putInt(HexFormat.fromHexDigits(word)));
        return code.put(constants).array();
    }

    /** Returns a listing without what it says to people. */
    private static List<String> instructions(String listing) {
        return listing.lines().map(line -> line.replaceAll(";.*|\\s", "")).toList();
    }
}
