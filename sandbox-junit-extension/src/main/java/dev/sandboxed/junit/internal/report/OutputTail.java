package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.spec.SecretMask;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The end of what a command has written so far, in bounded memory. Safe from several threads. */
final class OutputTail {

    private static final int MOST_KEPT = 8 * 1024;

    private static final int MOST_SHOWN = 2_000;

    private final Map<Source, byte[]> kept = new EnumMap<>(Source.class);
    private final Set<Source> cut = EnumSet.noneOf(Source.class);

    synchronized void add(OutputChunk chunk) {
        byte[] before = kept.getOrDefault(chunk.source(), new byte[0]);
        byte[] more = chunk.bytes();
        int all = before.length + more.length;
        byte[] joined = Arrays.copyOf(before, all);
        System.arraycopy(more, 0, joined, before.length, more.length);
        if (all > MOST_KEPT) {
            cut.add(chunk.source());
            joined = Arrays.copyOfRange(joined, all - MOST_KEPT, all);
        }
        kept.put(chunk.source(), joined);
    }

    /** Lets go of it. */
    synchronized void clear() {
        kept.clear();
        cut.clear();
    }

    /** Describes both outputs, with secrets masked, each in lines that begin with a line break. */
    synchronized String describe(SecretMask mask) {
        return line("stdout", Source.STDOUT, mask) + line("stderr", Source.STDERR, mask);
    }

    private String line(String name, Source source, SecretMask mask) {
        byte[] bytes = kept.getOrDefault(source, new byte[0]);
        String text = mask.apply(new String(bytes, StandardCharsets.UTF_8)).stripTrailing();
        // What was dropped may have ended in the middle of a secret: the rest of that must not be seen.
        int edge = cut.contains(source) ? Math.min(text.length(), mask.longest() + 1) : 0;
        int from = Math.max(edge, text.length() - MOST_SHOWN);
        return "\n  " + name + " so far: "
                + (bytes.length == 0
                        ? "(empty)"
                        : (from > 0 ? "…" : "") + text.substring(from).replace("\n", "\n    "));
    }
}
