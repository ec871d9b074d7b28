package dev.sandboxed.provider.oci.internal.container;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.GuestRuntime;
import dev.sandboxed.guest.internal.exec.GuestEndings;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;

/** Starts processes in a container, and finds out what became of those that were lost. */
public final class ContainerRuntime implements GuestRuntime {

    /** How long the end of the container may show later than that of a process in it. */
    private static final Duration LAG = Duration.ofMillis(250);

    private static final Duration END = Duration.ofSeconds(1);

    private final Container container;
    private final GuestEndings endings;
    private final Consumer<String> gone;
    private final Runnable untilItMoves;

    /**
     * Starts processes.
     *
     * @param fault begins the description of what went wrong in the sandbox
     * @param gone told why, when the container turns out to be gone
     * @param untilItMoves waits while the container is held still only for a moment
     */
    public ContainerRuntime(
            Container container,
            Limits limits,
            Function<String, Fault> fault,
            Consumer<String> gone,
            Runnable untilItMoves) {
        this.container = container;
        this.endings = new GuestEndings(limits, fault);
        this.gone = gone;
        this.untilItMoves = untilItMoves;
    }

    @Override
    public GuestChannel start(GuestProcess process) throws IOException {
        untilItMoves.run();
        if (!isAlive()) {
            throw ended();
        }
        try {
            return container.exec(process);
        } catch (IOException | SandboxStartException e) {
            // Whoever destroys the sandbox meanwhile takes its files away, and that is then why.
            if (!isAlive()) {
                throw ended();
            }
            throw e;
        }
    }

    @Override
    public boolean isAlive() {
        return container.isAlive();
    }

    @Override
    public boolean isDiskFull() {
        return container.disk().isFull();
    }

    @Override
    public Ending explain(GuestChannel lost, String printed) {
        if (container.first().exitCode(LAG).isPresent()) {
            throw ended();
        }
        if (lost == container.first()) {
            return Ending.signaled(Signal.KILL);
        }
        OptionalInt code = ((ClientChannel) lost).exitCode(END);
        if (printed.contains("level=error") || printed.contains("exec failed")) {
            throw endings.notStarted(printed.strip());
        }
        return code.isEmpty() ? Ending.signaled(Signal.KILL) : GuestEndings.ofExitCode(code.getAsInt());
    }

    private RuntimeException ended() {
        boolean memory = container.group().outOfMemoryKills() > 0;
        OptionalInt code = container.first().exitCode(END);
        String why = "its container has ended"
                + (memory ? " for lack of memory" : code.isPresent() ? " with code " + code.getAsInt() : "");
        gone.accept(why);
        return memory ? endings.outOfMemory() : endings.gone(why);
    }
}
