package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What a caller sends to a command. Most send nothing, or little at once, and that goes with the command; whatever does not come to
 * its end in a moment follows while the command runs. Nobody waits for it: a terminal is read for as long as the command runs.
 */
final class CallerInput {

    private static final Duration MOMENT = Duration.ofMillis(100);
    private static final Duration TO_TAKE = Duration.ofMinutes(10);
    private static final int PIECE = 64 * 1024;

    private final InputStream source;
    private final CompletableFuture<byte[]> first;
    private final byte @Nullable [] known;

    private CallerInput(InputStream source, CompletableFuture<byte[]> first, byte @Nullable [] known) {
        this.source = source;
        this.first = first;
        this.known = known;
    }

    static CallerInput of(InputStream source) {
        CompletableFuture<byte[]> first = new CompletableFuture<>();
        DaemonThread.start("sandboxed-input", () -> {
            try {
                first.complete(source.readNBytes(PIECE));
            } catch (IOException e) {
                first.complete(new byte[0]);
            }
        });
        try {
            byte[] begin = first.get(MOMENT.toMillis(), TimeUnit.MILLISECONDS);
            return new CallerInput(source, first, begin.length < PIECE ? begin : null);
        } catch (TimeoutException itGoesOn) {
            return new CallerInput(source, first, null);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("Reading the input was interrupted", e);
        }
    }

    /** Returns all of it, if that is known. */
    byte @Nullable [] known() {
        return known;
    }

    /** Sends what follows to a command that has begun. */
    void start(KeeperLine line, String path) {
        if (known == null) {
            DaemonThread.start("sandboxed-input", () -> pump(line, path));
        }
    }

    private void pump(KeeperLine line, String path) {
        try {
            byte[] piece = first.join();
            int count = piece.length;
            while (count > 0) {
                line.send("POST", path, TO_TAKE, piece, count).required().close();
                piece = new byte[PIECE];
                count = source.read(piece);
            }
            line.send("POST", KeeperLine.with(path, "end", "true"), TO_TAKE, piece, 0)
                    .close();
        } catch (IOException | RuntimeException e) {
            // The command has ended, or its keeper has: that is told elsewhere. No piece follows one that did not
            // arrive.
        }
    }
}
