package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How commands are ended that do not end by themselves. */
class GuestKillingTests extends GuestTest {

    private static final Duration TIMEOUT = Duration.ofMillis(400);
    private static final Duration GRACE = Duration.ofSeconds(3);
    /** One that ignores what can be ignored, as a child, in a session of its own, as an orphan and in the background. */
    private static final String TREE = "trap '' TERM HUP INT; echo before; "
            + "sleep 301 & setsid sleep 301 & (setsid sh -c 'sleep 301 & sleep 301' &); sh -c 'sh -c \"sleep 301; :\"; :'";

    @Test
    void timeoutKillsTheWholeTree() {
        ExecResult result = guest.run(Command.shell(TREE).timeout(TIMEOUT));
        assertThat(result.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(result.stdout()).isEqualTo("before\n");
        assertThat(result.duration()).isBetween(TIMEOUT, TIMEOUT.plus(GRACE));
        assertThat(guest.running("sleep 301")).isZero();
        assertThat(guest.sh("echo next").stdout()).isEqualTo("next\n");
    }

    /** A runtime that can kill by itself needs nobody inside for it. */
    @Test
    void aRuntimeThatKillsIsToldWhom() {
        AtomicReference<List<String>> asked = new AtomicReference<>(List.of());
        guest.killer = words -> {
            asked.set(words);
            guest.killAll("sleep 306");
        };

        assertThat(guest.run(Command.of("sleep", "306").timeout(TIMEOUT)).timedOut())
                .isTrue();
        assertThat(asked.get()).hasSize(3).allSatisfy(word -> assertThat(word).isNotEmpty());
        assertThat(asked.get().get(0)).containsOnlyDigits();
        assertThat(asked.get().get(2)).containsOnlyDigits();
        assertThat(guest.running("sleep 306")).isZero();
    }

    @Test
    void timeoutSparesOtherCommands() {
        try (Execution other = guest.begin(Command.shell("sleep 302 & sleep 302"))) {
            guest.sh("setsid sleep 302 >/dev/null 2>&1 &");
            await().until(() -> guest.running("sleep 302") >= 3);
            assertThat(guest.run(Command.shell(TREE).timeout(TIMEOUT)).timedOut())
                    .isTrue();
            assertThat(other.isRunning()).isTrue();
            assertThat(guest.running("sleep 302")).isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void timeoutOfACommandThatReadsKillsIt() {
        ExecResult result =
                guest.run(Command.shell("sleep 303").stdin("x".repeat(200_000)).timeout(TIMEOUT));
        assertThat(result.timedOut()).isTrue();
        assertThat(guest.running("sleep 303")).isZero();
    }

    @Test
    void timeoutOfACommandOfAnotherUserKillsIt() {
        ExecResult result = guest.run(
                Command.shell("setsid sleep 304 & sleep 304").user("65534").timeout(TIMEOUT));
        assertThat(result.timedOut()).isTrue();
        assertThat(guest.running("sleep 304")).isZero();
    }

    @Test
    void endlessOutputDoesNotKeepATimeoutFromBeingNoticed() {
        ExecResult result = guest.run(Command.of("yes").timeout(TIMEOUT));
        assertThat(result.timedOut()).isTrue();
        assertThat(result.duration()).isLessThan(TIMEOUT.plus(GRACE));
        assertThat(result.out().written()).isPositive();
    }

    @Test
    void smallestTimeoutIsATimeoutAndOneNeverReachedChangesNothing() {
        assertThat(guest.run(Command.of("sleep", "305").timeout(Duration.ofNanos(1)))
                        .timedOut())
                .isTrue();
        await().until(() -> guest.running("sleep 305") == 0);
        assertThat(guest.run(Command.of("true").timeout(Duration.ofDays(365))).succeeded())
                .isTrue();
        assertThat(guest.run(Command.shell("exit 124").timeout(Duration.ofSeconds(30)))
                        .outcome())
                .isEqualTo(Outcome.EXITED);
    }

    @Test
    void hundredsOfProcessesAreDeadWhenTheTimeoutIsTold() {
        String many = "i=0; while [ $i -lt 200 ]; do i=$((i+1)); sleep 306 & done; wait";
        assertThat(guest.run(Command.shell(many).timeout(TIMEOUT)).timedOut()).isTrue();
        assertThat(guest.running("sleep 306")).isZero();
        assertThat(guest.sh("echo next").stdout()).isEqualTo("next\n");
    }

    @Test
    void killingACommandThatIsAboutToEndSparesWhoWaitsForTheNext() {
        for (int i = 0; i < 20; i++) {
            try (Execution execution = guest.begin(Command.shell("echo x"))) {
                assertThat(execution.next()).isPresent();
            }
        }
        assertThat(guest.started).hasValueLessThan(4);
    }

    @Test
    void interruptionKillsTheCommandAndKeepsTheFlag() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            thrown.set(catchThrowable(() -> guest.sh("setsid sleep 307 & sleep 307")));
            flag.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        await().until(() -> guest.running("sleep 307") >= 2);
        caller.interrupt();
        caller.join(10_000);
        assertThat(thrown.get()).isInstanceOf(SandboxInterruptedException.class);
        assertThat(flag.get()).isTrue();
        assertThat(guest.running("sleep 307")).isZero();
        assertThat(guest.sh("echo next").stdout()).isEqualTo("next\n");
    }

    @Test
    void callerThatIsInterruptedAlreadyStartsNothingThatStays() {
        Thread.currentThread().interrupt();
        Throwable thrown = catchThrowable(() -> guest.run(Command.of("sleep", "308")));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown).isInstanceOf(SandboxInterruptedException.class);
        await().until(() -> guest.running("sleep 308") == 0);
    }
}
