package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.conformance.internal.program.LeaderlessProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands whose first thread has ended while others go on, which the kernel shows as if they were dead. */
class LeaderlessCommandTests extends GuestTest {

    private static final Duration TIMEOUT = Duration.ofMillis(400);
    private static final Duration GRACE = Duration.ofMillis(1500);

    @BeforeEach
    void bringTheProgram() throws IOException {
        Optional<byte[]> executable = LeaderlessProgram.forMachine(System.getProperty("os.arch"));
        Assumptions.assumeTrue(executable.isPresent(), "There is no such program for this processor");
        Path program = Files.write(guest.at("leaderless"), executable.get());
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private long beats() {
        try {
            return Files.exists(guest.at("beats")) ? Files.size(guest.at("beats")) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitBeats() {
        await().until(() -> beats() > 1);
    }

    /** It would add to its file every 50 ms. */
    private void assertThatItIsDead() {
        AtomicLong before = new AtomicLong(beats());
        await().during(Duration.ofMillis(300)).until(() -> before.getAndSet(beats()) == before.get());
    }

    @Test
    void itsTimeoutIsToldInTimeAndItIsDead() {
        ExecResult result = guest.run(Command.of("./leaderless", "beats").timeout(TIMEOUT));
        assertThat(result.timedOut()).isTrue();
        assertThat(result.duration()).isLessThan(TIMEOUT.plus(GRACE));
        assertThat(beats()).isPositive();
        assertThatItIsDead();
    }

    @Test
    void asAnOrphanWithoutAParentOfItsCommandItDiesAtTheTimeoutToo() {
        ExecResult result = guest.run(
                Command.shell("(setsid ./leaderless beats &); sleep 311").timeout(TIMEOUT));
        assertThat(result.timedOut()).isTrue();
        assertThat(result.duration()).isLessThan(TIMEOUT.plus(GRACE));
        assertThat(beats()).isPositive();
        assertThatItIsDead();
    }

    @Test
    void itIsKilled() {
        try (Execution execution = guest.begin(Command.of("./leaderless", "beats"))) {
            awaitBeats();
            long began = System.nanoTime();
            execution.kill();
            assertThat(execution.await().signal()).contains(Signal.KILL);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(GRACE);
        }
        assertThatItIsDead();
    }

    @Test
    void itDiesWhenItsHandleIsClosed() {
        Execution execution = guest.begin(Command.of("./leaderless", "beats"));
        awaitBeats();
        long began = System.nanoTime();
        execution.close();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(GRACE);
        assertThatItIsDead();
    }

    @Test
    void itIsReachedBySignals() {
        Command command = Command.of("./leaderless", "beats").timeout(Duration.ofSeconds(10));
        try (Execution execution = guest.begin(command)) {
            awaitBeats();
            execution.signal(Signal.TERM);
            assertThat(execution.await().signal()).contains(Signal.TERM);
        }
    }

    @Test
    void whatItPrintsWhenItWasLeftBehindDoesNotMixWithLaterCommands() {
        ExecResult first = guest.sh("./leaderless & echo $!");
        assertThat(first.succeeded()).isTrue();
        for (int times = 0; times < 5; times++) {
            assertThat(guest.sh("sleep 0.15; echo next").stdout()).isEqualTo("next\n");
        }
        guest.sh("kill -9 "
                + first.stdout()
                        .lines()
                        .filter(line -> !line.isEmpty())
                        .findFirst()
                        .orElseThrow());
    }
}
