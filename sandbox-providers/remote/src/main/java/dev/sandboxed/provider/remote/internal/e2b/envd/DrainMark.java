package dev.sandboxed.provider.remote.internal.e2b.envd;

import dev.sandboxed.api.exec.OutputChunk.Source;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Listens for words that are said in both outputs of a process, behind everything that it has written. */
final class DrainMark {

    private static final int OUTPUTS = 2;

    private final Map<Source, String> tails = new EnumMap<>(Source.class);
    private CountDownLatch missing = new CountDownLatch(0);
    private @Nullable String said;

    /** Begins to listen. On a terminal both outputs are one, and it is said there twice. */
    synchronized void listenFor(String words) {
        said = words;
        tails.clear();
        missing = new CountDownLatch(OUTPUTS);
    }

    synchronized void stop() {
        said = null;
    }

    synchronized boolean isAwaited() {
        return said != null;
    }

    /** Takes note of what came out; the words may come in pieces. */
    synchronized void heard(Source source, byte[] piece) {
        if (said == null) {
            return;
        }
        String wanted = Objects.requireNonNull(said);
        String text = tails.getOrDefault(source, "") + new String(piece, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted)) {
            missing.countDown();
            text = text.substring(at + wanted.length());
        }
        tails.put(source, text.substring(Math.max(0, text.length() - wanted.length() + 1)));
    }

    /** Takes note that nothing more will come out. */
    synchronized void heardAll() {
        for (int i = 0; i < OUTPUTS; i++) {
            missing.countDown();
        }
    }

    /** Waits until it was heard in both outputs; returns false if that takes too long. */
    boolean await(Duration limit) throws InterruptedException {
        CountDownLatch awaited;
        synchronized (this) {
            awaited = missing;
        }
        return awaited.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
}
