package dev.sandboxed.guest.internal.words;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How much a kernel takes as the arguments and the environment of a program. */
public final class CommandSize {

    /** The most that the kernel takes as one argument, and as all of them together with the usual stack. */
    private static final int LONGEST_WORD = 128 * 1024 - 1;

    private static final int LONGEST = 2_000_000;

    private CommandSize() {}

    /**
     * Refuses what no kernel takes.
     *
     * @throws IllegalArgumentException if one of them, or all together, are too large
     */
    public static void require(List<String> argv, Map<String, String> env) {
        List<String> words = new ArrayList<>(argv);
        env.forEach((name, value) -> words.add(name + "=" + value));
        long total = 0;
        for (String word : words) {
            int length = word.getBytes(StandardCharsets.UTF_8).length;
            total += length + 1;
            if (length > LONGEST_WORD || total > LONGEST) {
                throw new IllegalArgumentException("The arguments and environment of '" + argv.get(0)
                        + "' are too large for the kernel of a guest: one has " + length + " bytes where "
                        + LONGEST_WORD + " are allowed, and all together at least " + total + " where " + LONGEST
                        + " are; pass large data as stdin or as a file");
            }
        }
    }
}
