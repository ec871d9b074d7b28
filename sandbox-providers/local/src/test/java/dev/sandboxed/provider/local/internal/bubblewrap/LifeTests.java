package dev.sandboxed.provider.local.internal.bubblewrap;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LifeTests extends WithBubblewrap {

    @Test
    void sandboxesMadeByAThreadThatHasEndedWereKilledWithIt() throws Exception {
        AtomicReference<Sandbox> made = new AtomicReference<>();
        Thread maker = new Thread(() -> made.set(create()));
        maker.start();
        maker.join();
        Sandbox sandbox = made.get();
        assertThat(sandbox.shell("sleep 0.3; echo alive").stdout()).isEqualTo("alive\n");
        assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void aSandboxWhoseFirstProcessIsGoneIsDestroyedWithoutBeingAsked() {
        Sandbox sandbox = create();
        ProcessHandle.of(Long.parseLong(sandbox.info().nativeId()))
                .orElseThrow()
                .destroyForcibly();
        await().atMost(ofSeconds(10)).until(() -> sandbox.state() == SandboxState.DESTROYED);
        assertThat(provider.list()).isEmpty();
        await().atMost(ofSeconds(10))
                .untilAsserted(() -> assertThat(Traces.filesIn(state)).isEmpty());
    }

    @Test
    void noSignalFromInsideEndsTheFirstProcess() {
        Sandbox sandbox = create();
        for (String signal : List.of("HUP", "INT", "QUIT", "PIPE", "TERM", "USR1", "ALRM", "KILL")) {
            sandbox.shell("kill -" + signal + " 1").orThrow();
            assertThat(sandbox.shell("echo " + signal).stdout()).isEqualTo(signal + "\n");
        }
        assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void keysOfTheHostHaveNoNamesInside() {
        assertThat(create().shell("cat /proc/keys").stdout()).isEmpty();
    }

    @Test
    void orphansAreBuriedWhileNobodyAsksForAnything() {
        Sandbox sandbox = create();
        sandbox.shell("for i in 1 2 3 4 5 6 7 8; do (setsid sleep 0.1 >/dev/null 2>&1 &) ; done")
                .orThrow();
        await().atMost(ofSeconds(10))
                .until(() -> Traces.processesBelow(sandbox.info().nativeId()).size() <= 1 + 2 * 3);
        assertThat(sandbox.shell("grep -l '^State:.Z' /proc/[0-9]*/status").stdout())
                .isEmpty();
    }

    @Test
    void commandsOfLaterSupervisorsHearInterruptions() {
        Sandbox sandbox = create();
        for (int i = 0; i < 3; i++) {
            try (Execution execution =
                    sandbox.start(Command.shell("echo ready; exec sleep 1000").stdin(Stdin.open()))) {
                assertThat(execution.next()).isPresent();
                execution.signal(Signal.INT);
                assertThat(execution.await().signal()).contains(Signal.INT);
            }
        }
    }

    @Test
    void aSnapshotIsRestoredWithOtherLimits() {
        Sandbox origin = create();
        origin.files().write("kept.txt", "kept");
        origin.files().write("/tmp/lost.txt", "lost");
        Snapshot snapshot = origin.snapshot(SnapshotOptions.ALL);
        Sandbox restored = provider.snapshots()
                .restore(
                        snapshot,
                        SandboxSpec.builder()
                                .limits(Limits.builder().openFiles(77).build())
                                .build());
        assertThat(restored.files().readText("kept.txt")).isEqualTo("kept");
        assertThat(restored.files().exists("/tmp/lost.txt"))
                .as("only the workdir is saved")
                .isFalse();
        assertThat(restored.shell("ulimit -n").stdout()).isEqualTo("77\n");
        provider.snapshots().delete(snapshot);
    }

    @Test
    void namesThatAreNoTextBrokeEverySnapshot() {
        Sandbox origin = create();
        origin.shell("echo kept >\"$(printf '\\377\\376')\"").orThrow();
        Snapshot snapshot = origin.snapshot(SnapshotOptions.ALL);
        Sandbox restored = provider.snapshots().restore(snapshot, SandboxSpec.defaults());
        assertThat(restored.shell("cat \"$(printf '\\377\\376')\"").stdout()).isEqualTo("kept\n");
        provider.snapshots().delete(snapshot);
    }

    @Test
    void aSandboxThatIsStoppedCanBeClosed() {
        Sandbox sandbox = create();
        sandbox.shell("sleep 1000 >/dev/null 2>&1 &");
        String first = sandbox.info().nativeId();
        sandbox.stop();
        sandbox.close();
        assertThat(Traces.processesBelow(first)).isEmpty();
    }

    @Test
    void aSandboxClosedByAnInterruptedThreadIsGoneAllTheSame() throws Exception {
        Sandbox sandbox = create();
        String first = sandbox.info().nativeId();
        Thread.currentThread().interrupt();
        sandbox.close();
        assertThat(Thread.interrupted()).as("the interruption is kept").isTrue();
        assertThat(Traces.processesBelow(first)).isEmpty();
        assertThat(Traces.filesIn(state)).isEmpty();
    }

    @Test
    void whatCannotBeShownIsRefusedWithTheReason() {
        assertRefused(SandboxSpec.builder().workdir("/"), "workdir");
        assertRefused(SandboxSpec.builder().image("debian:12"), "debian:12");
        assertRefused(SandboxSpec.builder().image("/no/such/folder"), "/no/such/folder");
        assertRefused(SandboxSpec.builder().workdir("/usr/not/there").readOnlyRoot(true), "/usr/not");
        assertRefused(SandboxSpec.builder().mount(Mount.readOnly(state.resolve("missing"), "/mnt/missing")), "missing");
        assertThatThrownBy(() -> provider.create(SandboxSpec.builder()
                        .limits(Limits.builder().cpuTime(ofSeconds(10)).build())
                        .build()))
                .hasMessageContaining("LIMIT_CPU_TIME");
    }

    private void assertRefused(SandboxSpecBuilder spec, String said) {
        assertThatThrownBy(() -> provider.create(spec.build()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining(said);
        assertThat(state.resolve("sandboxes").toFile().list()).isEmpty();
    }
}
