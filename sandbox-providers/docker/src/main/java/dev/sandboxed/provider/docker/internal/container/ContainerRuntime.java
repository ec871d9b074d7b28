package dev.sandboxed.provider.docker.internal.container;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.InspectExecResponse;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.GuestRuntime;
import dev.sandboxed.guest.internal.exec.GuestEndings;
import dev.sandboxed.provider.docker.internal.stream.ContainerChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/** Starts processes in a container, and finds out what became of those that were lost. */
public final class ContainerRuntime implements GuestRuntime {

    private static final String RUNTIME_SPEAKING = "OCI runtime exec failed";
    /** How long the engine may take to notice what happened to a container or a process in it. */
    private static final Duration LAG = Duration.ofSeconds(1);

    private static final Duration LOOK = Duration.ofMillis(20);

    private final Container container;
    private final GuestEndings endings;
    private final Consumer<String> gone;
    private final BooleanSupplier heldForAMoment;

    /**
     * Starts processes.
     *
     * @param fault begins the description of what went wrong in the sandbox
     * @param gone told why, when the container turns out to be gone
     * @param heldForAMoment tells whether the container is only held still until its files are saved
     */
    public ContainerRuntime(
            Container container,
            SandboxSpec spec,
            Function<String, Fault> fault,
            Consumer<String> gone,
            BooleanSupplier heldForAMoment) {
        this.container = container;
        this.endings = new GuestEndings(spec.limits(), fault);
        this.gone = gone;
        this.heldForAMoment = heldForAMoment;
    }

    @Override
    public GuestChannel start(GuestProcess process) {
        while (true) {
            try {
                return container.exec(process);
            } catch (SandboxNotFoundException e) {
                throw lost("its container is gone: " + e.what());
            } catch (SandboxStoppedException e) {
                if (!heldForAMoment.getAsBoolean()) {
                    throw e;
                }
                LockSupport.parkNanos(LOOK.toNanos());
            }
        }
    }

    @Override
    public boolean isAlive() {
        try {
            return Boolean.TRUE.equals(container.inspect().getState().getRunning());
        } catch (SandboxNotFoundException gone) {
            return false;
        } catch (SandboxException inDoubt) {
            return true;
        }
    }

    @Override
    public Ending explain(GuestChannel lost, String printed) {
        requireRunning();
        if (printed.contains(RUNTIME_SPEAKING)) {
            throw endings.notStarted(printed.strip());
        }
        String process = ((ContainerChannel) lost).process();
        return process.isEmpty() ? Ending.signaled(Signal.KILL) : ending(process);
    }

    /** A container that was killed from within may be told as running for a moment. */
    private void requireRunning() {
        long end = System.nanoTime() + LAG.toNanos() / 4;
        InspectContainerResponse.ContainerState state;
        do {
            state = state();
            if (!Boolean.TRUE.equals(state.getRunning())) {
                throw stopped(state);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        } while (System.nanoTime() < end);
    }

    private InspectContainerResponse.ContainerState state() {
        try {
            return container.inspect().getState();
        } catch (SandboxNotFoundException e) {
            throw lost("its container was removed");
        }
    }

    private RuntimeException stopped(InspectContainerResponse.ContainerState state) {
        boolean memory = Boolean.TRUE.equals(state.getOOMKilled());
        RuntimeException end = lost(
                "its container has ended" + (memory ? " for lack of memory" : " with code " + state.getExitCodeLong()));
        return memory ? endings.outOfMemory() : end;
    }

    private RuntimeException lost(String why) {
        gone.accept(why);
        return endings.gone(why);
    }

    private Ending ending(String process) {
        long end = System.nanoTime() + LAG.toNanos();
        InspectExecResponse seen = container.inspect(process);
        while (Boolean.TRUE.equals(seen.isRunning()) && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK.toNanos());
            seen = container.inspect(process);
        }
        Long code = seen.getExitCodeLong();
        return code == null ? Ending.signaled(Signal.KILL) : GuestEndings.ofExitCode(code);
    }
}
