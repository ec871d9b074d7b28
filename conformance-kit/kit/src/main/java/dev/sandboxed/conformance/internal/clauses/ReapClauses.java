package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.host.HostProcesses;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.io.IOException;
import java.time.Duration;

/** What the dead left behind. */
public interface ReapClauses {

    @Clause("REAP-1")
    default void whatADeadOwnerLeftIsRemoved(Trial trial) throws IOException, InterruptedException {
        Sandbox left = leftByADeadOwner(trial);
        String beat = trial.startHeartbeat(left);
        boolean visible = HostProcesses.anyWith(beat);
        trial.provider().reap();
        assertFalse(works(left), "a sandbox whose owner is dead still runs commands after `reap`");
        assertFalse(trial.listed(left).isPresent(), "a sandbox whose owner is dead is still listed after `reap`");
        if (visible) {
            assertTrue(
                    trial.comesTrue(Duration.ofSeconds(2), () -> !HostProcesses.anyWith(beat)),
                    "a process in a sandbox whose owner is dead still runs on the host after `reap`");
        }
    }

    @Clause("REAP-2")
    default void whatALivingOwnerHoldsIsLeftAlone(Trial trial) throws IOException, InterruptedException {
        Sandbox own = trial.sandbox();
        Process another = somebody();
        try {
            Sandbox foreign = ownedBy(ownerOf(another), trial);
            ReapReport report = trial.provider().reap();
            assertTrue(works(own), "`reap` removed a sandbox of this very process");
            assertTrue(works(foreign), "`reap` removed a sandbox of another process, which lives");
            assertFalse(
                    report.removed().contains(own.id()) || report.removed().contains(foreign.id()),
                    "`reap` tells that it removed a sandbox whose owner lives");
        } finally {
            end(another);
        }
    }

    @Clause("REAP-3")
    default void theReportNamesWhatWasRemovedOnce(Trial trial) throws IOException, InterruptedException {
        Sandbox left = leftByADeadOwner(trial);
        Sandbox own = trial.sandbox();
        ReapReport first = trial.provider().reap();
        assertTrue(
                first.removed().contains(left.id()),
                "the report of `reap` does not name the sandbox " + left.id() + " of a dead owner: " + first);
        ReapReport second = trial.provider().reap();
        assertFalse(
                second.removed().contains(left.id()),
                "the report of a second `reap` names what the first had removed: " + second);
        assertFalse(
                second.removed().contains(own.id()),
                "the report of a second `reap` names a sandbox whose owner lives: " + second);
    }

    private static boolean works(Sandbox sandbox) {
        try {
            return sandbox.exec("true").succeeded();
        } catch (SandboxException gone) {
            return false;
        }
    }

    private static Sandbox leftByADeadOwner(Trial trial) throws IOException, InterruptedException {
        // The first look inside makes a sandbox, and whoever makes one may sweep before.
        trial.guest();
        Process process = somebody();
        Owner owner = ownerOf(process);
        end(process);
        return ownedBy(owner, trial);
    }

    /** Makes a sandbox as that process would have, had it used the provider. */
    private static Sandbox ownedBy(Owner owner, Trial trial) {
        return trial.keep(
                trial.open(context -> context.withOwner(owner)).create(trial.labelled(SandboxSpec.defaults())));
    }

    /** Starts a process on the host that waits until it is ended. */
    private static Process somebody() throws IOException {
        return new ProcessBuilder("cat").start();
    }

    private static Owner ownerOf(Process process) {
        return Owner.of(process.toHandle());
    }

    private static void end(Process process) throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }
}
