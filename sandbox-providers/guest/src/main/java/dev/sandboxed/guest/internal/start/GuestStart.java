package dev.sandboxed.guest.internal.start;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.GuestRuntime;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.process.internal.thread.Alarm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.Function;

/** Brings a guest, in which processes can be started and nothing else, to where it runs commands. */
public final class GuestStart {

    private GuestStart() {}

    /**
     * Starts the first supervisor.
     *
     * @param fault begins the description of what went wrong in the sandbox
     * @throws UncheckedIOException if not even that process can be started
     */
    public static GuestCommands commands(GuestRuntime runtime, SandboxSpec spec, Function<String, Fault> fault) {
        String word = SupervisorScript.word();
        GuestProcess first =
                new GuestProcess(SupervisorScript.serving(word), SupervisorScript.environment(), null, null);
        try {
            return new GuestCommands(runtime, GuestCommands.Home.of(spec, fault), runtime.start(first), word);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until commands can be run.
     *
     * @return what the kernel inside says of itself
     * @throws IOException if the connection breaks
     * @throws dev.sandboxed.api.error.SandboxStartException if nothing can be run there, or it takes longer than the creation may
     */
    public static String awaitReady(Creation creation, GuestCommands commands) throws IOException {
        return inTime(creation, commands, commands::awaitReady);
    }

    /** Something that is given up when the time of a creation is up. */
    @FunctionalInterface
    private interface Step<T> {
        T take() throws IOException;
    }

    private static <T> T inTime(Creation creation, GuestCommands commands, Step<T> step) throws IOException {
        Alarm late = Alarm.in(creation.deadline().remaining(), commands::close);
        try {
            return step.take();
        } catch (IOException | RuntimeException e) {
            creation.deadline().check("starting the first process");
            throw e;
        } finally {
            late.silence();
        }
    }

    /**
     * Waits until commands can be run, and makes the directory that they start in.
     *
     * @param asRoot whether commands may run as root there
     * @param seen told what the kernel inside says of itself, before anything else is done there
     * @param fault begins the description of what went wrong in the sandbox
     * @throws IOException if the connection breaks
     * @throws dev.sandboxed.api.error.SandboxStartException if nothing can be run there, the directory cannot be made, or it takes
     *     longer than the creation may
     */
    public static void complete(
            Creation creation,
            GuestCommands commands,
            boolean asRoot,
            Consumer<String> seen,
            Function<String, Fault> fault)
            throws IOException {
        inTime(creation, commands, () -> {
            seen.accept(commands.awaitReady());
            Workdir.make(creation.spec().workdir(), commands, asRoot, fault);
            return commands;
        });
    }
}
