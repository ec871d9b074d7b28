package dev.sandboxed.process.internal.output;

import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.OutputChunk;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** Captures output and hands it on in chunks as well. */
public final class LiveSink implements CapturingSink {

    private final OutputChunk.Source source;
    private final CapturingSink capture;
    private final ChunkQueue queue;

    public LiveSink(OutputChunk.Source source, CapturingSink capture, ChunkQueue queue) {
        this.source = source;
        this.capture = capture;
        this.queue = queue;
    }

    @Override
    public boolean hasRoom() {
        return queue.hasRoom();
    }

    @Override
    public void awaitRoom(BooleanSupplier orElse) {
        queue.awaitRoom(orElse);
    }

    @Override
    public void accept(byte[] bytes, int length) {
        capture.accept(bytes, length);
        queue.put(new OutputChunk(source, Arrays.copyOf(bytes, length)));
    }

    @Override
    public void end() {
        try {
            capture.end();
        } finally {
            queue.sourceEnded();
        }
    }

    @Override
    public void fail(Throwable why) {
        try {
            capture.end();
        } finally {
            queue.fail(why);
        }
    }

    @Override
    public Output captured() {
        return capture.captured();
    }
}
