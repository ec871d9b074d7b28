package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.Results.ended;
import static dev.sandboxed.assertions.Results.story;
import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Signal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExecResultAssertTests {

    private static final String EXITED_0 = story("exited with code 0");
    private static final String EXITED_3 = story("exited with code 3");
    private static final String TERMINATED = story("was ended by SIGTERM");
    private static final String TIMED_OUT = story("timed out and was killed");
    private static final String OUT_OF_MEMORY = story("was killed for lack of memory");

    private static final String OUT_OF_DISK = story("exited with code 3 when hardly any room was left on its disk");

    private final ExecResult success = ended(Ending.exited(0));
    private final ExecResult failure = ended(Ending.exited(3));
    private final ExecResult terminated = ended(Ending.signaled(Signal.TERM));
    private final ExecResult timedOut = ended(Ending.timedOut());
    private final ExecResult outOfMemory = ended(Ending.outOfMemory());
    private final ExecResult outOfDisk = ended(Ending.outOfDisk(3));

    @Test
    void succeededPassesForCodeZero() {
        assertThat(success).succeeded();
    }

    @Test
    void succeededFailsForAnotherCode() {
        assertThat(Failing.message(() -> assertThat(failure).succeeded()))
                .isEqualTo("Expecting the command to succeed, but it exited with code 3." + EXITED_3);
    }

    @Test
    void succeededFailsForATimeout() {
        assertThat(Failing.message(() -> assertThat(timedOut).succeeded()))
                .isEqualTo("Expecting the command to succeed, but it timed out and was killed." + TIMED_OUT);
    }

    @Test
    void failedPassesForWhateverIsNoSuccess() {
        assertThat(failure).failed();
        assertThat(terminated).failed();
        assertThat(timedOut).failed();
        assertThat(outOfMemory).failed();
    }

    @Test
    void failedFailsForCodeZero() {
        assertThat(Failing.message(() -> assertThat(success).failed()))
                .isEqualTo("Expecting the command to fail, but it exited with code 0." + EXITED_0);
    }

    @Test
    void exitedWithPassesForThatCode() {
        assertThat(failure).exitedWith(3);
    }

    @Test
    void exitedWithFailsForAnotherCode() {
        assertThat(Failing.message(() -> assertThat(failure).exitedWith(2)))
                .isEqualTo("Expecting the command to exit with code 2, but it exited with code 3." + EXITED_3);
    }

    @Test
    void exitedWithFailsForASignalThatGivesThatCode() {
        assertThat(Failing.message(() -> assertThat(terminated).exitedWith(143)))
                .isEqualTo("Expecting the command to exit with code 143, but it was ended by SIGTERM." + TERMINATED);
    }

    @Test
    void hasExitCodePassesForThatCodeHoweverItEnded() {
        assertThat(failure).hasExitCode(3);
        assertThat(terminated).hasExitCode(143);
    }

    @Test
    void hasExitCodeFailsForAnotherCode() {
        assertThat(Failing.message(() -> assertThat(terminated).hasExitCode(1)))
                .isEqualTo("Expecting the exit code 1, but it is 143." + TERMINATED);
    }

    @Test
    void doesNotHaveExitCodePassesForAnotherCode() {
        assertThat(failure).doesNotHaveExitCode(0);
    }

    @Test
    void doesNotHaveExitCodeFailsForThatCode() {
        assertThat(Failing.message(() -> assertThat(failure).doesNotHaveExitCode(3)))
                .isEqualTo("Expecting another exit code than 3, but that is what it is." + EXITED_3);
    }

    @Test
    void wasSignaledPassesForASignal() {
        assertThat(terminated).wasSignaled();
    }

    @Test
    void wasSignaledFailsForAnExit() {
        assertThat(Failing.message(() -> assertThat(success).wasSignaled()))
                .isEqualTo("Expecting a signal to end the command, but it exited with code 0." + EXITED_0);
    }

    @Test
    void wasNotSignaledPassesForAnExit() {
        assertThat(failure).wasNotSignaled();
    }

    @Test
    void wasNotSignaledFailsForASignal() {
        assertThat(Failing.message(() -> assertThat(terminated).wasNotSignaled()))
                .isEqualTo("Expecting no signal to end the command, but it was ended by SIGTERM." + TERMINATED);
    }

    @Test
    void endedByPassesForThatSignal() {
        assertThat(terminated).endedBy(Signal.TERM);
    }

    @Test
    void endedByFailsForAnotherSignal() {
        assertThat(Failing.message(() -> assertThat(terminated).endedBy(Signal.KILL)))
                .isEqualTo("Expecting SIGKILL to end the command, but it was ended by SIGTERM." + TERMINATED);
    }

    @Test
    void endedByFailsForATimeoutAlthoughThatKills() {
        assertThat(Failing.message(() -> assertThat(timedOut).endedBy(Signal.KILL)))
                .isEqualTo("Expecting SIGKILL to end the command, but it timed out and was killed." + TIMED_OUT);
    }

    @Test
    void timedOutPassesForATimeout() {
        assertThat(timedOut).timedOut();
    }

    @Test
    void timedOutFailsForAnExit() {
        assertThat(Failing.message(() -> assertThat(success).timedOut()))
                .isEqualTo("Expecting the command to time out, but it exited with code 0." + EXITED_0);
    }

    @Test
    void didNotTimeOutPassesForAnExit() {
        assertThat(failure).didNotTimeOut();
    }

    @Test
    void didNotTimeOutFailsForATimeout() {
        assertThat(Failing.message(() -> assertThat(timedOut).didNotTimeOut()))
                .isEqualTo("Expecting the command not to time out, but it ran into its timeout of 1m30s." + TIMED_OUT);
    }

    @Test
    void ranOutOfMemoryPassesForLackOfMemory() {
        assertThat(outOfMemory).ranOutOfMemory();
    }

    @Test
    void ranOutOfMemoryFailsForAnExit() {
        assertThat(Failing.message(() -> assertThat(failure).ranOutOfMemory()))
                .isEqualTo("Expecting the command to run out of memory, but it exited with code 3." + EXITED_3);
    }

    @Test
    void didNotRunOutOfMemoryPassesForAnExit() {
        assertThat(failure).didNotRunOutOfMemory();
    }

    @Test
    void didNotRunOutOfMemoryFailsForLackOfMemory() {
        assertThat(Failing.message(() -> assertThat(outOfMemory).didNotRunOutOfMemory()))
                .isEqualTo("Expecting the command not to run out of memory, but it was killed for lack of memory."
                        + OUT_OF_MEMORY);
    }

    @Test
    void ranOutOfDiskPassesForAFailureWithoutRoom() {
        assertThat(outOfDisk).ranOutOfDisk();
    }

    @Test
    void ranOutOfDiskFailsForAnExit() {
        assertThat(Failing.message(() -> assertThat(failure).ranOutOfDisk()))
                .isEqualTo("Expecting the command to run out of disk, but it exited with code 3." + EXITED_3);
    }

    @Test
    void didNotRunOutOfDiskPassesForAnExit() {
        assertThat(failure).didNotRunOutOfDisk();
    }

    @Test
    void didNotRunOutOfDiskFailsForAFailureWithoutRoom() {
        assertThat(Failing.message(() -> assertThat(outOfDisk).didNotRunOutOfDisk()))
                .isEqualTo(
                        "Expecting the command not to run out of disk, but it exited with code 3 when hardly any room was"
                                + " left on its disk." + OUT_OF_DISK);
    }

    @Test
    void exitedWithPassesForAFailureWithoutRoom() {
        assertThat(outOfDisk).exitedWith(3);
    }

    @Test
    void tookLessThanPassesForLess() {
        assertThat(success).tookLessThan(Duration.ofMillis(251));
    }

    @Test
    void tookLessThanFailsForAsMuch() {
        assertThat(Failing.message(() -> assertThat(success).tookLessThan(Duration.ofMillis(250))))
                .isEqualTo("Expecting the command to take less than 0.25s, but it took 0.25s." + EXITED_0);
    }

    @Test
    void tookAtLeastPassesForAsMuch() {
        assertThat(success).tookAtLeast(Duration.ofMillis(250));
    }

    @Test
    void tookAtLeastFailsForLess() {
        assertThat(Failing.message(() -> assertThat(success).tookAtLeast(Duration.ofSeconds(61))))
                .isEqualTo("Expecting the command to take at least 1m1s, but it took 0.25s." + EXITED_0);
    }

    @Test
    void descriptionOfTheTestComesFirst() {
        assertThat(Failing.message(() -> assertThat(failure).as("sorting").succeeded()))
                .isEqualTo("[sorting] Expecting the command to succeed, but it exited with code 3." + EXITED_3);
    }

    @Test
    void missingResultFailsEveryAssertion() {
        ExecResult nothing = null;

        assertThat(Failing.message(() -> assertThat(nothing).succeeded())).isEqualTo("Expecting actual not to be null");
        assertThat(Failing.message(() -> assertThat(nothing).stdout())).isEqualTo("Expecting actual not to be null");
    }
}
