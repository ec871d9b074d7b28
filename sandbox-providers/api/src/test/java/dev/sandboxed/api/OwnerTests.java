package dev.sandboxed.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OwnerTests {

    @Test
    void thisProcessIsAlive() {
        assertThat(Owner.current().isAlive()).isTrue();
        assertThat(Owner.current().pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(Owner.current()).isEqualTo(Owner.current());
    }

    @Test
    void aProcessOfTheSameIdThatStartedAtAnotherTimeIsSomeoneElse() {
        Owner current = Owner.current();

        assertThat(started(current, Duration.ofSeconds(-3)).isAlive()).isFalse();
        assertThat(started(current, Duration.ofSeconds(3)).isAlive()).isFalse();
        assertThat(new Owner(current.pid(), Instant.EPOCH).isAlive()).isFalse();
    }

    @Test
    void aClockThatWasCorrectedALittleDoesNotKillAnyone() {
        assertThat(started(Owner.current(), Duration.ofMillis(1_900)).isAlive()).isTrue();
        assertThat(started(Owner.current(), Duration.ofMillis(-1_900)).isAlive())
                .isTrue();
    }

    @Test
    void aProcessThatHasEndedIsDead() throws IOException, InterruptedException {
        Path java = Path.of(ProcessHandle.current().info().command().orElseThrow());
        Process process = new ProcessBuilder(java.toString(), "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Instant began = process.info().startInstant().orElse(Instant.now());
        process.waitFor();

        assertThat(new Owner(process.pid(), began).isAlive()).isFalse();
    }

    private static Owner started(Owner owner, Duration shift) {
        return new Owner(owner.pid(), owner.started().plus(shift));
    }
}
