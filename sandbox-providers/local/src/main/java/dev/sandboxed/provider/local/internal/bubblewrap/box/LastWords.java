package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.process.internal.output.ByteSink;
import java.nio.charset.StandardCharsets;

/** Keeps the end of what was complained about. */
final class LastWords implements ByteSink {

    private static final int MOST = 2048;

    private final StringBuilder text = new StringBuilder();

    @Override
    public synchronized void accept(byte[] bytes, int length) {
        text.append(new String(bytes, 0, length, StandardCharsets.UTF_8));
        text.delete(0, Math.max(0, text.length() - MOST));
    }

    synchronized String text() {
        return text.toString().strip();
    }
}
