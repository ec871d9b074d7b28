package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.OutputChunk;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KillingTests {

    private final AtomicInteger kills = new AtomicInteger();
    private final Killing killing = new Killing(kills::incrementAndGet, new Supervisor(new Silence(), "word"));

    /** A channel to nobody. */
    private static final class Silence implements GuestChannel {
        @Override
        public OutputStream input() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public Optional<OutputChunk> read() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    @Test
    void aCommandThatHasEndedIsNotKilledSinceItsSupervisorMayHaveTheNextOneAlready() {
        killing.begun();
        killing.ended();

        killing.inBackground();

        assertThat(killing.isUnderWay()).isFalse();
        killing.awaitSettled();
        assertThat(kills).hasValue(0);
    }

    @Test
    void aCommandThatRunsIsKilledAtLeastOnce() {
        killing.begun();

        killing.inBackground();
        killing.inBackground();
        killing.ended();
        killing.awaitSettled();

        assertThat(kills.get()).isPositive();
        assertThat(killing.isUnderWay()).isTrue();
    }
}
