package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.host.HostProcesses;
import dev.sandboxed.conformance.internal.trial.Guest;
import dev.sandboxed.conformance.internal.trial.Leaderless;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;

/** How sandboxes end, and what they leave alone. */
public interface ClosingClauses {

    @Clause(value = "LIFE-8", seconds = 120)
    default void twoSandboxesShareNoFiles(Trial trial) {
        Sandbox one = trial.sandbox();
        Sandbox other = trial.sandbox();
        String elsewhere = "/tmp/conformance-" + UUID.randomUUID();
        one.shell("echo x >by-command");
        one.files().write("by-files", "x");
        one.files().write(elsewhere, "x");
        // One that is made later must not find them either.
        Sandbox later = trial.sandbox();
        for (Sandbox neighbour : new Sandbox[] {other, later}) {
            for (String path : new String[] {"by-command", "by-files"}) {
                assertFalse(
                        neighbour.shell("test -e " + path).succeeded(),
                        "a file in the workdir of one sandbox is seen by a command in another");
                assertFalse(
                        neighbour.files().exists(path),
                        "a file in the workdir of one sandbox is seen through the files of another");
            }
            assertFalse(neighbour.files().exists(elsewhere), "a file outside of the workdir is seen in two sandboxes");
        }
    }

    @Clause(value = "LIFE-8", seconds = 120)
    default void twoSandboxesShareNoEnvironment(Trial trial) {
        trial.create(SandboxSpec.builder().env("CONFORMANCE_NEIGHBOUR", "set")).exec("true");
        assertEquals(
                "unset",
                trial.sandbox()
                        .shell("echo \"${CONFORMANCE_NEIGHBOUR-unset}\"")
                        .stdout()
                        .strip(),
                "a variable of one sandbox is set in another");
    }

    @Clause(value = "LIFE-8", seconds = 120)
    default void closingOneLeavesTheProcessesOfTheOther(Trial trial) {
        Sandbox goes = trial.sandbox();
        Sandbox stays = trial.sandbox();
        String beat = trial.startHeartbeat(stays);
        trial.startHeartbeat(goes);
        goes.close();
        trial.assertBeating(stays, beat, "closing one sandbox ended a process of another");
    }

    @Clause("LIFE-11")
    default void closeEndsWhatDaemonised(Trial trial) {
        Guest guest = trial.guest();
        Sandbox sandbox = trial.sandbox();
        String beat = "beat-" + UUID.randomUUID();
        sandbox.shell(guest.detached("(" + guest.heartbeat(beat) + ") & exit 0"));
        trial.awaitBeat(sandbox, beat);
        assertEndedByClose(trial, sandbox, "a process that had daemonised", () -> HostProcesses.anyWith(beat));
    }

    @Clause("LIFE-26")
    default void closeEndsWhatRunsThoughItsCallerIsInterrupted(Trial trial) {
        Guest guest = trial.guest();
        Sandbox sandbox = trial.sandbox();
        String beat = "beat-" + UUID.randomUUID();
        sandbox.shell(guest.detached(guest.heartbeat(beat)));
        trial.awaitBeat(sandbox, beat);
        boolean visible = HostProcesses.anyWith(beat);
        closeInterrupted(sandbox);
        assertEnded(
                trial, sandbox, "a process whose closer was interrupted", visible, () -> HostProcesses.anyWith(beat));
    }

    /** Closes it in a thread that was interrupted before, and is again and again until it is done. */
    private static void closeInterrupted(Sandbox sandbox) {
        CompletableFuture<Boolean> closing = new CompletableFuture<>();
        Thread closer = new Thread(
                () -> {
                    Thread.currentThread().interrupt();
                    try {
                        sandbox.close();
                        closing.complete(Thread.currentThread().isInterrupted());
                    } catch (RuntimeException | Error e) {
                        closing.completeExceptionally(e);
                    }
                },
                "conformance-closer");
        closer.start();
        try {
            while (!closing.isDone()) {
                closer.interrupt();
                closer.join(1);
            }
            assertTrue(closing.join(), "whoever was interrupted while it closed a sandbox is not interrupted any more");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail("`close` did not return in time to a thread that was interrupted", e);
        } catch (CompletionException e) {
            fail("`close` failed in a thread that was interrupted: " + e.getCause(), e.getCause());
        }
    }

    @Clause("EXEC-25")
    default void closeEndsACommandWithoutItsFirstThread(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        String beat = "beat-" + UUID.randomUUID();
        sandbox.shell(trial.guest().detached(Leaderless.in(sandbox, Leaderless.LONG) + " " + beat))
                .orThrow();
        trial.awaitBeat(sandbox, beat);
        assertEndedByClose(
                trial, sandbox, "a process whose first thread had ended", () -> HostProcesses.anyThreadWith(beat));
    }

    /**
     * Where the processes inside can be seen on the host, they must be gone. Behind a kernel of their own, or on another
     * machine, only the sandbox as a whole can be seen to be gone, and its processes with it.
     */
    private static void assertEndedByClose(Trial trial, Sandbox sandbox, String process, BooleanSupplier onHost) {
        boolean visible = onHost.getAsBoolean();
        sandbox.close();
        assertEnded(trial, sandbox, process, visible, onHost);
    }

    private static void assertEnded(
            Trial trial, Sandbox sandbox, String process, boolean visible, BooleanSupplier onHost) {
        if (visible) {
            assertTrue(
                    trial.comesTrue(Duration.ofSeconds(2), () -> !onHost.getAsBoolean()),
                    process + " in a sandbox still runs on the host after `close`");
            return;
        }
        assertTrue(trial.alive().isEmpty(), "a sandbox with " + process + " is still listed as alive after `close`");
        if (trial.claims(Capability.CONNECT)) {
            assertThrows(
                    SandboxNotFoundException.class,
                    () -> trial.keep(trial.provider().connect(sandbox.id())),
                    "a sandbox with " + process + " can still be connected to after `close`");
        }
    }

    @Clause(value = "LIFE-12", seconds = 40)
    default void closeDoesNotWaitForTheStubborn(Trial trial) {
        Guest guest = trial.guest();
        Sandbox sandbox = trial.sandbox();
        sandbox.shell(guest.detached("trap '' HUP INT TERM; " + guest.heartbeat("beat")));
        trial.awaitBeat(sandbox, "beat");
        Duration took = Trial.timed(sandbox::close);
        Duration longest = trial.patience(Duration.ofSeconds(10));
        assertTrue(
                took.compareTo(longest) <= 0,
                "`close` took " + took.toMillis() + " ms, more than " + longest.toMillis()
                        + " ms, while a process that ignores TERM ran inside");
    }

    @Clause("LIFE-13")
    default void aSandboxDestroyedBehindOurBackGivesNoExitCode(Trial trial) {
        Sandbox sandbox = destroyedFromOutside(trial);
        try {
            ExecResult result = sandbox.shell("exit 0");
            fail("a command in a sandbox that was destroyed behind its provider's back gave a result, that it "
                    + result.ending());
        } catch (SandboxDestroyedException | SandboxNotFoundException told) {
            // As promised.
        }
    }

    @Clause("LIFE-13")
    default void aSandboxDestroyedBehindOurBackHasNoFiles(Trial trial) {
        Sandbox sandbox = destroyedFromOutside(trial);
        try {
            sandbox.files().readBytes("file");
            fail("a file could be read in a sandbox that was destroyed behind its provider's back");
        } catch (SandboxDestroyedException | SandboxNotFoundException told) {
            // As promised.
        } catch (RuntimeException other) {
            fail(
                    "reading a file in a sandbox that was destroyed behind its provider's back threw neither"
                            + " SandboxDestroyedException nor SandboxNotFoundException but " + other,
                    other);
        }
    }

    @Clause("LIFE-24")
    default void waitingTellsWhetherTheStateWasReached(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Duration soon = Duration.ofMillis(100);
        assertTrue(
                sandbox.waitFor(SandboxState.RUNNING, Duration.ZERO),
                "`waitFor` says that a sandbox that runs is not RUNNING");
        assertFalse(
                sandbox.waitFor(SandboxState.DESTROYED, soon), "`waitFor` says that a sandbox that runs was DESTROYED");
        sandbox.close();
        assertTrue(
                sandbox.waitFor(SandboxState.DESTROYED, Duration.ZERO),
                "`waitFor` says that a sandbox is not DESTROYED after it was closed");
        assertThrows(
                SandboxDestroyedException.class,
                () -> sandbox.waitFor(SandboxState.RUNNING, soon),
                "waiting until a sandbox that was closed is RUNNING did not throw SandboxDestroyedException");
    }

    @Clause("LIFE-25")
    default void whoWaitsForTheEndIsToldWhenAnotherClosesIt(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        assertWoken(trial, sandbox, SandboxState.DESTROYED, sandbox::close);
        assertTrue(trial.listed(sandbox).isEmpty(), "`waitFor` says that a sandbox is DESTROYED that is still listed");
    }

    @Clause("LIFE-25")
    default void whoWaitsForTheEndIsToldWhenItsTimeIsUp(Trial trial) {
        Sandbox sandbox = trial.create(SandboxSpec.builder().timeToLive(Duration.ofSeconds(1)));
        assertTrue(
                sandbox.waitFor(SandboxState.DESTROYED, trial.patience(Duration.ofSeconds(10))),
                "whoever waits for a sandbox to be DESTROYED was not told when its time to live was up");
    }

    @Clause("LIFE-25")
    default void whoWaitsUntilItIsStoppedIsToldWhenAnotherStopsIt(Trial trial) {
        if (!trial.claims(Capability.PAUSE)) {
            return;
        }
        Sandbox sandbox = trial.sandbox();
        assertWoken(trial, sandbox, SandboxState.STOPPED, sandbox::stop);
        assertWoken(trial, sandbox, SandboxState.RUNNING, sandbox::resume);
    }

    private static void assertWoken(Trial trial, Sandbox sandbox, SandboxState wanted, Runnable change) {
        CompletableFuture<Boolean> waiting =
                CompletableFuture.supplyAsync(() -> sandbox.waitFor(wanted, trial.patience(Duration.ofSeconds(20))));
        assertFalse(
                trial.comesTrue(Duration.ofMillis(200), waiting::isDone),
                "`waitFor` does not wait until the sandbox is " + wanted);
        change.run();
        trial.await(
                "Whoever waits until a sandbox is " + wanted + " was not told when another thread did it",
                Duration.ofSeconds(10),
                waiting::isDone);
        assertTrue(waiting.join(), "`waitFor` says that a sandbox is not " + wanted + " when it is");
    }

    private static Sandbox destroyedFromOutside(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        sandbox.files().write("file", "x");
        if (!trial.hints().destroy(sandbox.info())) {
            Assumptions.abort(
                    "nobody knows how to destroy a sandbox of this provider from outside; put a command of the"
                            + " host's shell that does it, as `destroy = …`, into "
                            + trial.hints().file()
                            + " of the provider's jar; it finds the native id in $NATIVE_ID");
        }
        return sandbox;
    }
}
