package dev.sandboxed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeoutTests {

    private static final Duration TIMEOUT = Duration.ofMillis(500);

    @TempDir
    Path folder;

    /** The worst we know: it forks, leaves its session, ignores SIGTERM, forgets its parents and holds the pipe open. */
    @Test
    void everyProcessOfTheCommandIsDeadAfterItsTimeout() throws Exception {
        Host host = new Host(folder);
        String stubborn = "trap '' TERM HUP INT; echo $$ >> pids; while :; do sleep 1; done";
        Files.writeString(folder.resolve("stubborn"), stubborn);
        String script = "echo before; "
                + "setsid sh stubborn & "
                + "(setsid sh -c 'sh stubborn &' &) ; "
                + "sh stubborn & "
                + "while [ $(cat pids | wc -l) -lt 3 ]; do sleep 0.01; done; echo ready; sh stubborn";
        Files.createFile(folder.resolve("pids"));
        ExecResult result = host.run(Command.shell(script).timeout(Duration.ofSeconds(2)));
        assertThat(result.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(result.stdout()).isEqualTo("before\nready\n");
        assertThat(result.duration()).isLessThan(Duration.ofSeconds(3));
        assertThat(Files.readAllLines(folder.resolve("pids")))
                .hasSize(4)
                .noneMatch(pid -> Host.isAlive(Long.parseLong(pid)));
    }

    @Test
    void timeoutOfOneCommandSparesTheOthersOfTheScope() {
        Host host = new Host(folder);
        long survivor = Long.parseLong(
                host.run(Command.shell("sleep 300 & echo $!")).stdout().strip());
        assertThat(host.run(Command.of("sleep", "300").timeout(TIMEOUT)).timedOut())
                .isTrue();
        assertThat(Host.isAlive(survivor)).isTrue();
        host.scope.killAll();
    }

    @Test
    void endlessOutputDoesNotKeepATimeoutFromBeingNoticed() {
        ExecResult result = new Host(folder).run(Command.of("yes").timeout(TIMEOUT));
        assertThat(result.timedOut()).isTrue();
        assertThat(result.duration()).isLessThan(TIMEOUT.plusSeconds(1));
    }

    @Test
    void smallestTimeoutAndOneThatIsNeverReachedBothBehave() {
        Host host = new Host(folder);
        assertThat(host.run(Command.of("sleep", "300").timeout(Duration.ofNanos(1)))
                        .timedOut())
                .isTrue();
        assertThat(host.run(Command.of("true").timeout(Duration.ofDays(365))).succeeded())
                .isTrue();
    }

    @Test
    void exitCode143IsNotATimeout() {
        ExecResult result = new Host(folder).run(Command.shell("exit 143").timeout(Duration.ofSeconds(30)));
        assertThat(result.outcome()).isEqualTo(Outcome.EXITED);
    }

    @Test
    void interruptionKillsTheCommandAndSetsTheFlagAgain() throws Exception {
        Host host = new Host(folder);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            thrown.set(catchThrowable(() -> host.run(Command.shell("sleep 300 & sleep 300"))));
            flag.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        await().until(() -> host.scope.usage().processes() == 3);
        caller.interrupt();
        caller.join(10_000);
        assertThat(thrown.get()).isInstanceOf(SandboxInterruptedException.class);
        assertThat(flag.get()).isTrue();
        assertThat(host.scope.usage().processes()).isZero();
    }
}
