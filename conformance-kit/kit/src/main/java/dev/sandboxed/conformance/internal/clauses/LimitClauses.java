package dev.sandboxed.conformance.internal.clauses;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.GuestKernel;
import dev.sandboxed.conformance.internal.trial.GuestLimits;
import dev.sandboxed.conformance.internal.trial.Hogs;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Limits on resources. */
public interface LimitClauses {

    @Clause(value = "LIMIT-1", seconds = 60)
    default void aCommandThatTakesTooMuchMemoryIsStoppedAndTold(Trial trial) {
        DataSize allowed = DataSize.ofMebibytes(128);
        Sandbox sandbox = limited(trial, Limits.builder().memory(allowed));
        try {
            assertEquals(
                    Outcome.OUT_OF_MEMORY,
                    sandbox.shell(Hogs.memory(300)).outcome(),
                    "a command that took 300 MiB of memory where " + allowed
                            + " are allowed is not told as OUT_OF_MEMORY");
        } catch (ResourceLimitException e) {
            assertEquals(Resource.MEMORY, e.resource(), "too much memory is told as too much of something else");
        }
        try {
            inside(sandbox)
                    .succeeds("true", "a sandbox that is told as alive runs nothing after a command ran out of memory");
        } catch (SandboxDestroyedException | SandboxNotFoundException e) {
            // The whole sandbox may have been the victim, as long as that is told.
            assertFalse(trial.listed(sandbox).isPresent(), "a sandbox that died of too much memory is still listed");
        }
        inside(trial.sandbox()).succeeds("true", "no new sandbox works after another ran out of memory");
    }

    @Clause(value = "LIMIT-2", seconds = 60)
    default void aForkBombStaysInsideItsLimit(Trial trial) {
        int allowed = 32;
        Sandbox sandbox = limited(trial, Limits.builder().processes(allowed));

        int alive = Hogs.count(sandbox.shell(Hogs.forkBomb(200)));

        assertTrue(
                alive <= allowed,
                "a fork bomb had " + alive + " processes alive at once where " + allowed + " are allowed");
        assertDoesNotThrow(sandbox::close, "a sandbox cannot be closed while a fork bomb is in it");
    }

    @Clause(value = "LIMIT-3", seconds = 120)
    default void theShareOfTheProcessorsIsKept(Trial trial) throws InterruptedException {
        double allowed = 0.5;
        Sandbox sandbox = limited(trial, Limits.builder().cpus(allowed));
        if (!GuestKernel.in(sandbox).isTheHosts()) {
            // Kernels in user space count time in which a process could have run as if it had.
            assertLessWork(trial, sandbox, allowed);
            return;
        }
        Sandbox free = trial.sandbox();
        burnNoMoreThan(allowed, trial, sandbox);
        double given = Hogs.burn(trial, free).atLeast();
        // Where others keep the machine busy, nobody is given more than is allowed, and a limit that is none does not
        // show.
        for (int more = 0; more < 8 && given < allowed * 1.5; more++) {
            burnNoMoreThan(allowed, trial, sandbox);
            given = Hogs.burn(trial, free).atLeast();
        }
        Hogs.Burnt burnt = burnNoMoreThan(allowed, trial, sandbox);
        // A busy machine gives less to everyone, so too little is a fault only where others get plenty.
        if (burnt.atMost() < allowed * 0.75 && Hogs.burn(trial, free).atLeast() >= 1) {
            Hogs.Burnt again = Hogs.burn(trial, limited(trial, Limits.builder().cpus(allowed)));
            assertTrue(
                    again.atMost() >= allowed * 0.75,
                    "busy loops were given only " + again + " where " + allowed
                            + " are allowed, while a sandbox without limit was given a whole one");
        }
    }

    /** Too much is a sure fault whenever it shows. */
    private static Hogs.Burnt burnNoMoreThan(double allowed, Trial trial, Sandbox sandbox) throws InterruptedException {
        Hogs.Burnt burnt = Hogs.burn(trial, sandbox);
        assertTrue(
                burnt.atLeast() <= allowed * 1.25, "busy loops used " + burnt + " where " + allowed + " are allowed");
        return burnt;
    }

    @Clause("LIMIT-5")
    default void aProcessCannotOpenMoreFilesThanAllowed(Trial trial) {
        int allowed = 64;
        Sandbox sandbox = limited(trial, Limits.builder().openFiles(allowed));

        int opened = Hogs.count(sandbox.shell(Hogs.openFiles(200)));

        assertTrue(opened <= allowed, "one process had " + opened + " files open where " + allowed + " are allowed");
    }

    @Clause("LIMIT-6")
    default void theLimitsReadFromInsideAreThoseOfTheSpec(Trial trial) {
        Limits limits = GuestLimits.claimedBy(trial);
        GuestLimits plain = GuestLimits.in(trial.sandbox());
        GuestLimits read = GuestLimits.in(trial.create(SandboxSpec.builder().limits(limits)));

        GuestLimits.expected(limits).forEach((place, expected) -> {
            // A group that looks the same with and without a limit is not the sandbox's own: it cannot be read there.
            boolean telling = !GuestLimits.isGroup(place) || !read.at(place).equals(plain.at(place));
            if (telling && read.at(place).isPresent()) {
                assertEquals(
                        expected,
                        read.at(place).orElseThrow(),
                        "a program that reads its limit from '" + place + "' finds another than the spec has");
            }
        });
        if (limits.cpus().isPresent() && !read.cpus().equals(plain.cpus())) {
            assertEquals(
                    limits.cpus().getAsDouble(),
                    read.cpus().orElse(0.0),
                    0.01,
                    "a program that reads its share of the processors finds another than the spec has");
        }
    }

    @Clause(value = "LIMIT-7", seconds = 120)
    default void noLimitSticksToOtherSandboxes(Trial trial) {
        Sandbox before = trial.sandbox();
        GuestLimits defaults = GuestLimits.in(before);
        Sandbox limited = trial.create(SandboxSpec.builder().limits(GuestLimits.claimedBy(trial)));
        inside(limited).succeeds("true", "a sandbox with limits runs nothing");

        assertEquals(
                defaults,
                GuestLimits.in(before),
                "the limits of a sandbox that was given none changed when another was made with limits");
        assertEquals(
                defaults,
                GuestLimits.in(trial.sandbox()),
                "a sandbox that was given no limits has those of another that was made before");
    }

    @Clause("LIMIT-8")
    default void anAllocationBeyondTheAddressSpaceFails(Trial trial) {
        DataSize allowed = DataSize.ofMebibytes(128);
        Sandbox sandbox = limited(trial, Limits.builder().addressSpace(allowed));
        assertTrue(allocate(sandbox, 1).succeeded(), "an allocation of 1 MiB fails where " + allowed + " are allowed");

        assertFalse(
                allocate(sandbox, 300).succeeded(),
                "an allocation of 300 MiB works where an address space of " + allowed + " is allowed");
        inside(sandbox).succeeds("true", "a sandbox runs nothing after an allocation failed in it");
    }

    private static ExecResult allocate(Sandbox sandbox, int mebibytes) {
        return sandbox.exec("dd", "if=/dev/zero", "of=/dev/null", "bs=" + mebibytes * 1024 + "k", "count=1");
    }

    @Clause(value = "LIMIT-9", seconds = 60)
    default void aProcessThatUsesTooMuchProcessorTimeIsEnded(Trial trial) {
        Sandbox sandbox = limited(trial, Limits.builder().cpuTime(Duration.ofSeconds(1)));

        ExecResult loop = sandbox.exec(Command.shell(Hogs.busyFor(4)).timeout(trial.patience(Duration.ofSeconds(45))));

        if (loop.succeeded()) {
            fail("a process used 4 seconds of processor time where 1 second is allowed");
        }
        assertNotEquals(
                Outcome.TIMED_OUT,
                loop.outcome(),
                "a busy loop was ended by its timeout before its limit of processor time");
    }

    /** Insists that less work gets done than with twice the share, in one of some turns: others use the machine too. */
    private static void assertLessWork(Trial trial, Sandbox sandbox, double allowed) throws InterruptedException {
        Sandbox twice = limited(trial, Limits.builder().cpus(allowed * 2));
        List<String> turns = new ArrayList<>();
        for (int turn = 0; turn < 3; turn++) {
            long some = Hogs.rounds(trial, sandbox);
            long more = Hogs.rounds(trial, twice);
            if (some <= more * 0.75) {
                return;
            }
            turns.add(some + " instead of " + more);
        }
        fail("busy loops got as much work done where " + allowed
                + " processors are allowed as where twice as many are: " + turns);
    }

    private static Sandbox limited(Trial trial, Limits.Builder limits) {
        return trial.create(SandboxSpec.builder().limits(limits.build()));
    }
}
