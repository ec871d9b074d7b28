package dev.sandboxed.conformance.hostile;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Need;
import dev.sandboxed.conformance.internal.trial.Hogs;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.function.Executable;

/** One script in a sandbox of its own, from before that is made until nothing is left of it. */
final class Attempt {

    /** Far more than any provider takes to end a command whose time is up. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final Duration VANISHING = Duration.ofSeconds(5);
    private static final String GOT = "got ";
    private static final Need PRIVILEGES = new Need.AtLeast(Isolation.CONTAINER);

    private final HostileScript script;
    private final Trial trial;
    private final Limits limits;
    private final String word = UUID.randomUUID().toString();
    private final List<String> complaints = new ArrayList<>();
    private boolean ownKernel;

    /**
     * Prepares it.
     *
     * @param trial makes and closes the sandbox
     */
    Attempt(HostileScript script, Trial trial) {
        this.script = script;
        this.trial = trial;
        this.limits = script.limits(trial.capabilities());
    }

    /** Runs it, and returns what should not have come of it, one sentence each. */
    List<String> complaints() {
        // What the provider keeps lies beside the folders that a trial is given.
        Path folder = trial.hostFolder().resolve("..").normalize();
        long before = Remains.bytesIn(folder);
        try (HostWatch watch = new HostWatch(word)) {
            Sandbox sandbox = trial.create(SandboxSpec.builder().limits(limits));
            Remains remains = new Remains(sandbox.info(), word, folder, before);
            GuestReach reach = reach(sandbox);
            ownKernel = reach.ownKernel();
            if (script.needsAWall() && !reach.apart()) {
                complaints.add("it was not run, since nothing proves that the host is out of reach. Seen inside: "
                        + reach.seen());
                return complaints;
            }
            run(sandbox, watch, reach.apart());
            requireLife(sandbox);
            guarded("the sandbox cannot be closed", trial.patience(GRACE), sandbox::close);
            watch.harm().stream()
                    .filter(harm -> isForbidden(harm.forbidden()))
                    .forEach(harm -> complaints.add(harm.what()));
            if (!trial.comesTrue(VANISHING, () -> remains.now().isEmpty())) {
                complaints.addAll(remains.now());
            }
        }
        return complaints;
    }

    /** Looks inside this very sandbox: another one of the provider may have come about in another way. */
    private GuestReach reach(Sandbox sandbox) {
        Isolation declared = trial.capabilities().isolation();
        return declared.atLeast(Isolation.NAMESPACE)
                ? GuestReach.in(sandbox, declared)
                : new GuestReach(false, false, "nothing, since no wall is declared");
    }

    /** What root does to a kernel of its own does not concern the host. */
    private boolean isForbidden(Need need) {
        return need.lacking(trial.capabilities()).isEmpty() && !(ownKernel && need.equals(PRIVILEGES));
    }

    private void run(Sandbox sandbox, HostWatch watch, boolean apart) {
        Duration timeout = trial.patience(script.timeout());
        Command command = Command.shell(script.text())
                .env(watch.variables())
                .env("HOSTILE_APART", apart ? "yes" : "no")
                .timeout(timeout);
        guarded("its end is not told", timeout.plus(trial.patience(GRACE)), () -> judge(sandbox.exec(command)));
    }

    private void judge(ExecResult result) {
        Set<Outcome> endings = script.endings(limits);
        if (!endings.contains(result.outcome())) {
            complaints.add("it " + result.ending() + ", where the outcome should be one of " + endings);
        } else if (result.outcome() == Outcome.EXITED && !hasRun(result)) {
            complaints.add("it broke off, which proves nothing. " + result.describe());
        }
        if (isForbidden(script.stoppedBy())) {
            result.stdout()
                    .lines()
                    .filter(line -> line.startsWith(GOT))
                    .forEach(line -> complaints.add("it " + line.substring(GOT.length())));
        }
        limits.processes().ifPresent(most -> requireAtMost(most, Hogs.count(result), "processes"));
        limits.openFiles().ifPresent(most -> requireAtMost(most, Hogs.count(result), "open files"));
    }

    private boolean hasRun(ExecResult result) {
        return script.becomesAnother()
                || Hogs.count(result) > 0
                || result.stdout().lines().anyMatch(HostileScript.OVER::equals);
    }

    private void requireAtMost(int most, int counted, String what) {
        if (counted > most) {
            complaints.add("it had " + counted + " " + what + " where " + most + " are allowed");
        }
    }

    /** The sandbox goes on, or is gone where that may be, is told as such, and is listed no longer. */
    private void requireLife(Sandbox sandbox) {
        Command echo = Command.shell("echo works").timeout(trial.patience(script.timeout()));
        guarded("the sandbox does not go on", trial.patience(GRACE.multipliedBy(2)), () -> {
            try {
                ExecResult result = sandbox.exec(echo);
                if (!result.stdout().equals("works\n")) {
                    complaints.add("the sandbox does not go on. " + result.describe());
                }
            } catch (SandboxDestroyedException | SandboxNotFoundException gone) {
                if (!trial.comesTrue(VANISHING, () -> trial.listed(sandbox).isEmpty())) {
                    complaints.add("the sandbox is gone and is still listed");
                }
                throw gone;
            }
        });
    }

    /** Whatever is thrown here is a fault, unless it tells that a limit or the sandbox came to its end. */
    private void guarded(String fault, Duration longest, Executable work) {
        try {
            assertTimeoutPreemptively(longest, work);
        } catch (SandboxDestroyedException | SandboxNotFoundException e) {
            if (!script.mayEndTheSandbox()) {
                complaints.add("the sandbox did not survive it: " + e.getMessage());
            }
        } catch (ResourceLimitException e) {
            if (limits.equals(Limits.NONE)) {
                complaints.add(fault + ", but that a limit was hit where none was set: " + e.getMessage());
            }
        } catch (RuntimeException | AssertionError e) {
            complaints.add(fault + ", but " + e);
        }
    }
}
