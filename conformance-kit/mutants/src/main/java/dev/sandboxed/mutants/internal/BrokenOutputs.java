package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;

/** Ways to break what a running command says. */
public final class BrokenOutputs {

    private static final int BLOCK = 64 * 1024;
    private static final int SHORT = 1024;

    private BrokenOutputs() {}

    /** Changes every chunk. */
    public static UnaryOperator<Execution> each(UnaryOperator<OutputChunk> change) {
        return working -> new ChangedExecution(working) {
            @Override
            public Optional<OutputChunk> next() {
                return running().next().map(change);
            }
        };
    }

    /** Returns the beginning of a chunk. */
    public static OutputChunk cut(OutputChunk chunk) {
        int length = Math.min(chunk.bytes().length, SHORT);
        return new OutputChunk(chunk.source(), Arrays.copyOf(chunk.bytes(), length));
    }

    /** Returns a long chunk with its second half before the first, and a short one as it is. */
    public static OutputChunk turnAround(OutputChunk chunk) {
        int length = chunk.bytes().length;
        if (length < SHORT) {
            return chunk;
        }
        ByteArrayOutputStream turned = new ByteArrayOutputStream(length);
        turned.write(chunk.bytes(), length / 2, length - length / 2);
        turned.write(chunk.bytes(), 0, length / 2);
        return new OutputChunk(chunk.source(), turned.toByteArray());
    }

    /** Hands chunks on only when a block is full, as a library does that buffers. */
    public static Execution inBlocks(Execution working) {
        return new ChangedExecution(working) {
            private Optional<OutputChunk> upcoming = Optional.empty();

            @Override
            public Optional<OutputChunk> next() {
                Optional<OutputChunk> first = upcoming.or(() -> running().next());
                upcoming = Optional.empty();
                return first.map(this::filled);
            }

            private OutputChunk filled(OutputChunk first) {
                ByteArrayOutputStream block = new ByteArrayOutputStream();
                block.writeBytes(first.bytes());
                while (block.size() < BLOCK) {
                    upcoming = running().next();
                    if (upcoming.isEmpty() || upcoming.get().source() != first.source()) {
                        break;
                    }
                    block.writeBytes(upcoming.get().bytes());
                    upcoming = Optional.empty();
                }
                return new OutputChunk(first.source(), block.toByteArray());
            }
        };
    }

    /** Begins again with an empty chunk after the end. */
    public static Execution endsOnce(Execution working) {
        return new ChangedExecution(working) {
            private boolean ended;

            @Override
            public Optional<OutputChunk> next() {
                Optional<OutputChunk> chunk = running().next();
                if (chunk.isEmpty() && ended) {
                    return Optional.of(new OutputChunk(OutputChunk.Source.STDOUT, new byte[0]));
                }
                ended |= chunk.isEmpty();
                return chunk;
            }
        };
    }

    /** Reads everything at once into a queue without bound. */
    public static Execution eager(Execution working) {
        BlockingQueue<Optional<OutputChunk>> queue = new LinkedBlockingQueue<>();
        Thread reader = new Thread(
                () -> {
                    try {
                        working.forEachChunk(chunk -> queue.add(Optional.of(chunk)));
                    } finally {
                        queue.add(Optional.empty());
                    }
                },
                "eager-reader");
        reader.setDaemon(true);
        reader.start();
        return new ChangedExecution(working) {
            @Override
            public Optional<OutputChunk> next() {
                try {
                    Optional<OutputChunk> chunk = queue.take();
                    if (chunk.isEmpty()) {
                        queue.add(chunk);
                    }
                    return chunk;
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("Interrupted while waiting for output", e);
                }
            }
        };
    }
}
