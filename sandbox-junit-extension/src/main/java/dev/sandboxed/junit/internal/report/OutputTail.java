package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.spec.SecretMask;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** The end of what a command has written so far, in bounded memory. Safe from several threads. */
final class OutputTail {

    /** More than is shown: what was dropped may have ended in the middle of a secret, and the rest of that must not be seen. */
    private static final int MOST_KEPT = 8 * 1024;

    private static final int MOST_SHOWN = 2_000;

    private final Map<Source, byte[]> kept = new EnumMap<>(Source.class);

    synchronized void add(OutputChunk chunk) {
        byte[] before = kept.getOrDefault(chunk.source(), new byte[0]);
        byte[] more = chunk.bytes();
        int all = before.length + more.length;
        byte[] joined = Arrays.copyOf(before, all);
        System.arraycopy(more, 0, joined, before.length, more.length);
        kept.put(chunk.source(), all > MOST_KEPT ? Arrays.copyOfRange(joined, all - MOST_KEPT, all) : joined);
    }

    /** Describes both outputs, with secrets masked, each in lines that begin with a line break. */
    synchronized String describe(SecretMask mask) {
        return line("stdout", Source.STDOUT, mask) + line("stderr", Source.STDERR, mask);
    }

    private String line(String name, Source source, SecretMask mask) {
        byte[] bytes = kept.getOrDefault(source, new byte[0]);
        String text = mask.apply(new String(bytes, StandardCharsets.UTF_8)).stripTrailing();
        int from = Math.max(0, text.length() - MOST_SHOWN);
        return "\n  " + name + " so far: "
                + (bytes.length == 0
                        ? "(empty)"
                        : (from > 0 ? "…" : "") + text.substring(from).replace("\n", "\n    "));
    }
}
