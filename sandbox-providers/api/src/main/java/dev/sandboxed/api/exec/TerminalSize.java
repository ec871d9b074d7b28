package dev.sandboxed.api.exec;

/**
 * The size of a terminal in characters.
 *
 * @param columns characters in a row
 * @param rows rows
 */
public record TerminalSize(int columns, int rows) {

    /** What terminals have always been. */
    public static final TerminalSize DEFAULT = new TerminalSize(80, 24);

    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException if either is outside 1 to 32767
     */
    public TerminalSize {
        if (columns < 1 || rows < 1 || columns > Short.MAX_VALUE || rows > Short.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "A terminal must have 1 to 32767 columns and rows, but was " + columns + " by " + rows);
        }
    }
}
