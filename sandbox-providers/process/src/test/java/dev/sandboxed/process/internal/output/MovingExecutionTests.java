package dev.sandboxed.process.internal.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of whoever waits when the thread that moves bytes dies. */
@Timeout(20)
class MovingExecutionTests {

    private final ChunkQueue queue = new ChunkQueue(Source.values().length, () -> {});

    /** A command that nobody can do anything about. */
    private static final class Moved extends MovingExecution {

        Moved(ChunkQueue queue, Supplier<ExecResult> toEnd) {
            super(Command.of("large"), queue);
            move("mover", toEnd, result -> {});
        }

        @Override
        protected void killAll() {}

        @Override
        protected void send(Signal signal) {}

        @Override
        protected OutputStream openInput() {
            return OutputStream.nullOutputStream();
        }
    }

    @Test
    void aMoverThatRanOutOfMemoryDoesNotLeaveItsReaderWaitingForEver() {
        Moved execution = new Moved(queue, () -> {
            queue.put(new OutputChunk(Source.STDOUT, new byte[] {'a'}));
            throw new OutOfMemoryError("Java heap space");
        });
        assertThat(execution.next().map(OutputChunk::text)).contains("a");
        for (Runnable wait : List.<Runnable>of(execution::next, execution::next, execution::await)) {
            assertThatThrownBy(wait::run)
                    .isInstanceOf(SandboxTransportException.class)
                    .hasMessageContainingAll("large", "Java heap space")
                    .hasCauseInstanceOf(OutOfMemoryError.class);
        }
        execution.close();
        assertThat(execution.isRunning()).isFalse();
    }

    @Test
    void aReaderIsToldTheReasonThatIsKnown() {
        SandboxDestroyedException gone = new SandboxDestroyedException(Fault.of("The sandbox is gone"));
        Moved execution = new Moved(queue, () -> {
            throw gone;
        });
        assertThatThrownBy(execution::next).isSameAs(gone);
        assertThatThrownBy(execution::await).isSameAs(gone);
    }

    @Test
    void aFailureIsNoEndOfTheStreamThatWasClosedBecauseOfIt() {
        LiveSink out = new LiveSink(Source.STDOUT, CapturingSink.to(Optional.empty(), 0), queue);
        LiveSink err = new LiveSink(Source.STDERR, CapturingSink.to(Optional.empty(), 0), queue);
        Moved execution = new Moved(queue, () -> {
            IllegalStateException broken = new IllegalStateException("broken");
            out.fail(broken);
            err.fail(broken);
            throw broken;
        });
        assertThatThrownBy(execution::next)
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("broken");
    }
}
