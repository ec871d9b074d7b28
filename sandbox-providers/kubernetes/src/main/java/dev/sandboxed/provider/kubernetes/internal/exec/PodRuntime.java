package dev.sandboxed.provider.kubernetes.internal.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.GuestRuntime;
import dev.sandboxed.guest.internal.exec.GuestEndings;
import dev.sandboxed.provider.kubernetes.internal.cluster.Cluster;
import dev.sandboxed.provider.kubernetes.internal.cluster.PodState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/** Starts processes in a pod, and finds out what became of those that were lost. */
public final class PodRuntime implements GuestRuntime {

    /** A node tells what happened to a container once a second. */
    private static final Duration LAG = Duration.ofSeconds(3);

    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration TO_PROVE = Duration.ofSeconds(5);
    /** What a shell that was killed ends with. */
    private static final int KILLED = 137;

    private final Cluster cluster;
    private final ExecDoor door;
    private final PodState made;
    private final GuestEndings endings;
    private final Function<String, Fault> fault;
    private final Consumer<String> gone;

    /**
     * Starts processes.
     *
     * @param made the pod as it was made
     * @param fault begins the description of what went wrong in the sandbox
     * @param gone told why, when the pod turns out to be gone
     */
    public PodRuntime(
            Cluster cluster,
            ExecDoor door,
            PodState made,
            SandboxSpec spec,
            Function<String, Fault> fault,
            Consumer<String> gone) {
        this.cluster = cluster;
        this.door = door;
        this.made = made;
        this.endings = new GuestEndings(spec.limits(), fault);
        this.fault = fault;
        this.gone = gone;
    }

    /** Variables are those of the container, since the API has no way to add some for a process, but for those of a terminal. */
    @Override
    public GuestChannel start(GuestProcess process) throws IOException {
        try {
            return process.terminal() == null ? open(process.argv(), false) : open(withVariables(process), true);
        } catch (ExecRefusedException e) {
            if (e.saysGone()) {
                throw lost("its pod was deleted");
            }
            if (e.saysForbidden()) {
                throw new SandboxTransportException(fault.apply(String.valueOf(e.getMessage()))
                        .remedy("sign in again, or give this account 'get' and 'create' of pods/exec")
                        .cause(e));
            }
            throw e;
        }
    }

    /** Others get theirs with each command; what a terminal is to have waits for it in a file that it removes. */
    private List<String> withVariables(GuestProcess process) throws IOException {
        String file = new VariablesFile(process.env()).write(open(VariablesFile.WRITING, false));
        List<String> argv = new ArrayList<>(VariablesFile.reading(file));
        argv.addAll(process.argv());
        return argv;
    }

    /** Credentials that have run out are replaced by whatever else asks first. */
    private ExecChannel open(List<String> argv, boolean terminal) throws IOException {
        try {
            return door.open(name(), argv, terminal, ExecDoor.TO_OPEN);
        } catch (ExecRefusedException e) {
            if (!e.saysUnknown()) {
                throw e;
            }
            cluster.find(name());
            return door.open(name(), argv, terminal, ExecDoor.TO_OPEN);
        }
    }

    private String name() {
        return made.pod().getMetadata().getName();
    }

    @Override
    public boolean isAlive() {
        try {
            return ending(cluster.find(name()).map(PodState::new)).isEmpty();
        } catch (SandboxException inDoubt) {
            return true;
        }
    }

    /** Returns why it is gone, if it is. */
    private Optional<String> ending(Optional<PodState> now) {
        if (now.isEmpty()) {
            return Optional.of("its pod was deleted");
        }
        return now.get().uid().equals(made.uid())
                ? now.get().ending()
                : Optional.of("its pod was deleted, and another one has its name");
    }

    @Override
    public Ending explain(GuestChannel lost, String printed) {
        Optional<ExecEnd> told = ((ExecChannel) lost).end();
        boolean well = told.filter(end -> end.code().isPresent() && end.code().getAsInt() != KILLED)
                .isPresent();
        if (!well) {
            requireAlive(told);
        }
        if (told.isPresent() && told.get().code().isEmpty()) {
            throw endings.notStarted(told.get().said());
        }
        return told.map(end -> GuestEndings.ofExitCode(end.code().getAsInt())).orElse(Ending.signaled(Signal.KILL));
    }

    /** A node tells late that a container has ended, and a process that can be started proves that it has not. */
    private void requireAlive(Optional<ExecEnd> told) {
        long latest = System.nanoTime() + LAG.toNanos();
        boolean proven = (told.isEmpty() || told.get().code().isPresent()) && canStart();
        while (true) {
            Optional<PodState> now = cluster.find(name()).map(PodState::new);
            Optional<String> why = ending(now);
            boolean late = System.nanoTime() > latest;
            // Why a container was ended is told a moment later than that it was.
            if (why.isPresent() && (late || now.map(PodState::isOver).orElse(true))) {
                RuntimeException end = lost(why.get());
                throw now.filter(PodState::isOutOfMemory).isPresent() ? endings.outOfMemory() : end;
            }
            if (why.isEmpty() && (proven || late)) {
                return;
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private boolean canStart() {
        try (ExecChannel trial = door.open(name(), List.of("/bin/sh", "-c", "echo"), false, TO_PROVE)) {
            return trial.awaitOutput(TO_PROVE);
        } catch (IOException e) {
            return false;
        }
    }

    private RuntimeException lost(String why) {
        gone.accept(why);
        return endings.gone(why);
    }
}
