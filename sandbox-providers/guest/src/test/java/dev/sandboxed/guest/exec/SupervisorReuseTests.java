package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Signal;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What one command leaves for the next. */
class SupervisorReuseTests extends GuestTest {

    private static final Duration SHORT = Duration.ofSeconds(5);

    private void assertThatTheNextCommandsWork() {
        for (int i = 0; i < 5; i++) {
            ExecResult result = guest.run(Command.shell("echo out" + i + "; echo err" + i + " >&2; exit " + i)
                    .timeout(Duration.ofSeconds(20)));
            assertThat(result.stdout()).isEqualTo("out" + i + "\n");
            assertThat(result.stderr()).isEqualTo("err" + i + "\n");
            assertThat(result.ending()).isEqualTo(Ending.exited(i));
        }
    }

    @Test
    void backgroundChildDoesNotHoldUpTheResultAndLivesOn() {
        ExecResult result = guest.sh("sleep 401 & echo left");
        assertThat(result.stdout()).isEqualTo("left\n");
        assertThat(result.duration()).isLessThan(SHORT);
        assertThatTheNextCommandsWork();
        assertThat(guest.running("sleep 401")).isEqualTo(1);
    }

    @Test
    void lateOutputOfABackgroundChildIsNotThatOfTheNextCommand() throws Exception {
        guest.sh("{ while [ ! -e go ]; do sleep 0.02; done; echo late; echo late >&2; touch said; } &");
        guest.sh("setsid sh -c 'while [ ! -e go ]; do sleep 0.02; done; echo late' >/dev/null &");
        Files.createFile(guest.at("go"));
        ExecResult next = guest.sh("while [ ! -e said ]; do sleep 0.02; done; sleep 0.1; echo mine");
        assertThat(next.stdout()).isEqualTo("mine\n");
        assertThat(next.stderr()).isEmpty();
        assertThatTheNextCommandsWork();
    }

    @Test
    void childThatHoldsNoOutputLeavesTheSupervisorFree() {
        guest.sh("sleep 402 >/dev/null 2>&1 &");
        guest.sh("true");
        assertThat(guest.running("sleep 402")).isEqualTo(1);
        assertThat(guest.started).hasValueLessThan(2);
    }

    @Test
    void signalToTheWholeProcessGroupSparesTheSupervisor() {
        assertThat(guest.sh("kill 0; sleep 403").signal()).contains(Signal.TERM);
        assertThatTheNextCommandsWork();
        assertThat(guest.sh("trap '' HUP; kill -HUP 0; echo still here").stdout())
                .isEqualTo("still here\n");
        assertThat(guest.sh("trap '' INT; kill -INT 0; exit 3").exitCode()).isEqualTo(3);
        assertThatTheNextCommandsWork();
    }

    @Test
    void commandsHaveTheirOwnWayWithSignals() {
        assertThat(guest.sh("trap 'echo caught; exit 5' TERM; kill -TERM $$").stdout())
                .isEqualTo("caught\n");
        assertThat(guest.sh("sh -c 'kill -TERM $$'; echo $?").stdout()).isEqualTo("143\n");
        assertThat(guest.sh("sh -c 'kill -INT $$'; echo $?").stdout()).isEqualTo("130\n");
        assertThat(guest.sh("sh -c 'kill -HUP $$'; echo $?").stdout()).isEqualTo("129\n");
    }

    @Test
    void killingTheOwnProcessGroupIsNoTroubleForTheNext() {
        ExecResult result =
                guest.run(Command.shell("echo before; kill -9 0; sleep 404").timeout(SHORT));
        assertThat(result.signal()).contains(Signal.KILL);
        assertThat(result.stdout()).isEqualTo("before\n");
        assertThatTheNextCommandsWork();
    }

    @Test
    void killingTheParentsIsNoTroubleForTheNext() {
        assertThat(guest.run(Command.shell("kill -9 $PPID; sleep 0.1").timeout(SHORT))
                        .succeeded())
                .isFalse();
        assertThatTheNextCommandsWork();
        String grandparent = "read -r a b c parent rest </proc/$PPID/stat; kill -9 $parent; sleep 0.1";
        assertThat(guest.run(Command.shell(grandparent).timeout(SHORT)).timedOut())
                .isFalse();
        assertThatTheNextCommandsWork();
    }

    @Test
    void killingEverythingIsNoTroubleForTheNext() {
        assertThat(guest.run(Command.shell("kill -9 -1; sleep 0.1").timeout(SHORT))
                        .signal())
                .contains(Signal.KILL);
        assertThatTheNextCommandsWork();
    }

    @Test
    void closingOrFillingWhatItInheritedIsItsOwnAffair() {
        assertThat(guest.sh("exec 0<&- 1>&- 2>&-; exit 4").exitCode()).isEqualTo(4);
        assertThat(guest.sh("for fd in /proc/self/fd/*; do echo \"${fd##*/}\"; done")
                        .stdout())
                .doesNotContain("6\n", "7\n");
        assertThatTheNextCommandsWork();
    }

    @Test
    void changesToItsSurroundingsEndWithTheCommand() {
        guest.run(Command.of("true")
                .env("PATH", "/nowhere")
                .env("GREETING", "other")
                .cwd("/"));
        guest.sh("cd /; umask 0; ulimit -n 10; GREETING=x; trap '' USR1");
        assertThat(guest.sh("echo $GREETING; umask; pwd").stdout()).isEqualTo("hello\n0022\n" + guest.workdir + "\n");
    }

    @Test
    void supervisorThatDiedWhileItWaitedIsReplacedSilently() {
        assertThatTheNextCommandsWork();
        guest.killSupervisors();
        assertThatTheNextCommandsWork();
        assertThat(guest.run(Command.of("cat").stdin("input")).stdout()).isEqualTo("input");
        guest.killSupervisors();
        assertThat(guest.run(Command.of("cat").stdin("input")).stdout()).isEqualTo("input");
    }

    @Test
    void guestThatIsGoneIsToldByTheRuntime() {
        guest.explanation = () -> {
            throw new SandboxDestroyedException(Fault.of("The guest is gone"));
        };
        assertThatThrownBy(() -> guest.run(Command.shell("kill -9 0; sleep 405").timeout(SHORT)))
                .isInstanceOf(SandboxDestroyedException.class)
                .hasMessageContaining("The guest is gone");
        guest.end();
        assertThatThrownBy(() -> guest.sh("true")).isInstanceOf(SandboxDestroyedException.class);
    }

    @Test
    void anotherSupervisorIsStartedWhenOneIsUsedUp() {
        guest.run(Command.of("cat").stdin("takes the supervisor for good"));
        await().until(() -> guest.started.get() == 1);
    }

    @Test
    void oneMoreSupervisorWaitsWhereOneIsHeldInReserve() {
        guest.commands.reserveSupervisor();
        assertThat(guest.started).hasValue(1);
    }
}
