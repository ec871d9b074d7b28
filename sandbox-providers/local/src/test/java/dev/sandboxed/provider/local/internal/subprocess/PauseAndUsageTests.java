package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.process.ProcessScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PauseAndUsageTests extends WithProvider {

    @Test
    void nothingRunsWhileStoppedAndTheSameProcessesGoOnAfterwards() {
        try (Sandbox sandbox = create();
                Execution counter = sandbox.start(
                        Command.shell("i=0; while :; do i=$((i+1)); echo $i > count; sleep 0.01; done"))) {
            await().until(() -> sandbox.files().exists("count"));
            sandbox.stop();
            sandbox.stop();
            assertThat(sandbox.state()).isEqualTo(SandboxState.STOPPED);
            assertThatThrownBy(() -> sandbox.exec("true"))
                    .isInstanceOf(SandboxStoppedException.class)
                    .hasMessageContaining("resume()");
            Duration before = sandbox.usage().cpuTime();
            await().during(Duration.ofMillis(200))
                    .until(() -> sandbox.usage().cpuTime().equals(before));
            sandbox.resume();
            String stopped = sandbox.files().readText("count");
            await().until(() -> !sandbox.files().readText("count").equals(stopped));
            assertThat(counter.isRunning()).isTrue();
        }
    }

    @Test
    void stoppedSandboxCanBeClosed() {
        Sandbox sandbox = create();
        sandbox.shell("sleep 300 &");
        sandbox.stop();
        sandbox.close();
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void usageCountsTimeMemoryAndProcesses() {
        try (Sandbox sandbox = create()) {
            sandbox.shell("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done");
            sandbox.shell("sleep 300 & sleep 300 &");
            Usage usage = sandbox.usage();
            assertThat(usage.cpuTime()).isBetween(Duration.ofMillis(20), Duration.ofSeconds(60));
            assertThat(usage.processes()).isEqualTo(2);
            assertThat(usage.memory()).isBetween(DataSize.ofKibibytes(200), DataSize.ofMebibytes(64));
            assertThat(usage.peakMemory()).isGreaterThanOrEqualTo(usage.memory());
        }
    }

    /** What it used is in nobody else's account yet. A {@code sleep} never waits for the child that its shell had. */
    @Test
    void timeOfACommandThatEndedAndWasNotWaitedForYetWasNotCounted() {
        try (Sandbox sandbox = create();
                Execution parent = sandbox.start(Command.shell(
                        "(i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done;" + " touch counted) & exec sleep 300"))) {
            await().until(() -> sandbox.files().exists("counted"));
            await().until(() -> freshLookAt(sandbox).processes() == 1);
            assertThat(freshLookAt(sandbox).cpuTime()).isBetween(Duration.ofMillis(20), Duration.ofSeconds(60));
            assertThat(parent.isRunning()).isTrue();
        }
    }

    /** By somebody who did not see what ran before, and cannot remember it. */
    private static Usage freshLookAt(Sandbox sandbox) {
        return new ProcessScope(sandbox.id()).usage();
    }

    /** A child shares the memory of the JVM until it becomes another program, and the system counts that as its own. */
    @Test
    void peakMemoryOfASmallCommandIsNotThatOfTheJvm() {
        try (Sandbox sandbox = create()) {
            sandbox.exec("sleep", "0.2");
            assertThat(sandbox.usage().peakMemory()).isBetween(DataSize.ofKibibytes(200), DataSize.ofMebibytes(20));
        }
    }

    @Test
    void snapshotLeavesAStoppedSandboxStopped() {
        try (Sandbox sandbox = create()) {
            sandbox.shell("while :; do :; done > /dev/null 2>&1 &");
            sandbox.stop();
            sandbox.snapshot(SnapshotOptions.ALL);
            assertNothingRuns(sandbox);
        }
    }

    /** A signal takes a moment to arrive, so what was used last time is compared anew with every look. */
    private static void assertNothingRuns(Sandbox sandbox) {
        Duration[] last = {Duration.ZERO};
        await().during(Duration.ofMillis(200)).until(() -> {
            Duration now = sandbox.usage().cpuTime();
            boolean same = now.equals(last[0]);
            last[0] = now;
            return same;
        });
    }

    @Test
    void snapshotLeavesAProcessAloneThatSomebodyElseStopped() {
        try (Sandbox sandbox = create();
                Execution execution = sandbox.start(Command.shell("while :; do :; done"))) {
            execution.signal(Signal.STOP);
            assertNothingRuns(sandbox);
            sandbox.snapshot(SnapshotOptions.ALL);
            assertNothingRuns(sandbox);
            execution.kill();
        }
    }

    /** It waits in the kernel for a child that has stopped itself. */
    @Test
    void sandboxWithAProcessThatCannotBeStoppedWasTakenForStopped() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "there is no /usr/bin/perl");
        String unstoppable = "use POSIX; $n = (POSIX::uname())[4] eq q(x86_64) ? 56 : 220;"
                + " kill 19, POSIX::getpid() unless syscall($n, 0x4000 | 17, 0, 0, 0, 0); sleep 300";
        try (Sandbox sandbox = create()) {
            sandbox.exec(Command.shell("perl -e '" + unstoppable + "' >/dev/null 2>&1 &"))
                    .orThrow();
            await().until(() -> sandbox.usage().processes() == 2);
            assertThatThrownBy(sandbox::stop)
                    .isInstanceOf(SandboxTransportException.class)
                    .hasMessageContaining("could not be held still")
                    .hasMessageContaining(sandbox.id());
            assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
            assertThatThrownBy(() -> sandbox.snapshot(SnapshotOptions.ALL))
                    .isInstanceOf(SandboxTransportException.class);
            assertThat(sandbox.exec("true").succeeded()).isTrue();
            assertThat(provider.snapshots().list(SnapshotFilter.ANY)).isEmpty();
        }
    }
}
