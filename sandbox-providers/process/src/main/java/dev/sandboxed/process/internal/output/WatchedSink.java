package dev.sandboxed.process.internal.output;

import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.OutputChunk;
import java.util.Arrays;
import java.util.function.Consumer;

/** Captures output and tells it to whoever watches, as it comes. */
final class WatchedSink implements CapturingSink {

    private final OutputChunk.Source source;
    private final CapturingSink capture;
    private final Consumer<OutputChunk> watcher;

    WatchedSink(OutputChunk.Source source, CapturingSink capture, Consumer<OutputChunk> watcher) {
        this.source = source;
        this.capture = capture;
        this.watcher = watcher;
    }

    @Override
    public void accept(byte[] bytes, int length) {
        capture.accept(bytes, length);
        watcher.accept(new OutputChunk(source, Arrays.copyOf(bytes, length)));
    }

    @Override
    public void end() {
        capture.end();
    }

    @Override
    public Output captured() {
        return capture.captured();
    }
}
