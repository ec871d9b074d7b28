package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.provider.remote.internal.e2b.control.ControlApi;
import dev.sandboxed.provider.remote.internal.e2b.envd.Daemon;
import dev.sandboxed.provider.remote.internal.e2b.envd.DaemonProcesses;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Pauses a sandbox at the service so that nothing of its commands is lost. The service breaks every connection, and what a process
 * writes while nobody listens is lost. So processes with commands are held still inside first, until all that they have written
 * has come through, and let go when somebody listens again.
 */
final class Pausing implements AutoCloseable {

    private static final Duration TO_DRAIN = Duration.ofSeconds(10);
    private static final Duration TO_HOLD = Duration.ofSeconds(30);
    private static final Duration LONGEST_DOUBT = Duration.ofSeconds(30);
    private static final Duration TO_FINISH = Duration.ofSeconds(2);

    private static final String LET_GO = "for pid; do kill -CONT \"$pid\" 2>/dev/null; done; :";

    private final ControlApi control;
    private final Daemon daemon;
    private final String id;
    private final Renewal renewal;
    private List<String> lettingGo = lettingGo(List.of());

    /**
     * Prepares it.
     *
     * @param id what the service calls the sandbox
     * @param renewal lets it live on when it was resumed
     */
    Pausing(ControlApi control, Daemon daemon, String id, Renewal renewal) {
        this.control = control;
        this.daemon = daemon;
        this.id = id;
        this.renewal = renewal;
    }

    /**
     * Pauses it.
     *
     * @param mark how the marks of its commands begin
     * @throws SandboxTransportException if that cannot be done; it runs on then
     */
    synchronized void hold(String mark, Fault failure) {
        still(mark, failure, () -> {
            control.pause(id);
            return id;
        });
    }

    /**
     * Does something that breaks every connection and leaves the sandbox running, as saving does.
     *
     * @param mark how the marks of its commands begin
     * @throws SandboxTransportException if they cannot be held still; it runs on then
     */
    synchronized <T> T during(String mark, Fault failure, Supplier<T> action) {
        T done = still(mark, failure, action);
        try {
            resume();
        } catch (SandboxException | IOException e) {
            undo(e);
        }
        return done;
    }

    /** Holds commands still, lets go of their streams, and does something at the service; takes all of that back if it fails. */
    private <T> T still(String mark, Fault failure, Supplier<T> action) {
        try {
            if (daemon.processes().isInDoubt()) {
                resume();
            }
            letGoOfStreams(mark);
            return action.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            undo(e);
            throw new SandboxInterruptedException(failure.cause(e));
        } catch (IOException e) {
            undo(e);
            throw new SandboxTransportException(
                    failure.remedy("try again; the sandbox runs on").cause(e));
        } catch (RuntimeException e) {
            undo(e);
            throw e;
        }
    }

    private void letGoOfStreams(String mark) throws IOException, InterruptedException {
        DaemonProcesses processes = daemon.processes();
        if (!processes.hold(TO_FINISH)) {
            throw new IOException("a command does not read what it is sent");
        }
        String said = UUID.randomUUID().toString();
        List<String> supervisors = processes.drain(said);
        // Where the answer does not come, all that look like ours are let go.
        lettingGo = holding("CONT", said, mark, supervisors);
        lettingGo = lettingGo(words(asRoot(holding("STOP", said, mark, supervisors))));
        if (!processes.awaitDrained(TO_DRAIN)) {
            throw new IOException("what commands have written did not come through within " + TO_DRAIN.toSeconds()
                    + " s after they were held still");
        }
        processes.detach();
    }

    /**
     * The service may have paused it all the same, and only the answer was lost. Where that cannot be taken back now, it is tried
     * until it works.
     */
    private void undo(Exception failure) {
        try {
            resume();
        } catch (SandboxException | IOException e) {
            failure.addSuppressed(e);
            daemon.processes().doubt(LONGEST_DOUBT);
            renewal.untilDone(this::settle);
        }
    }

    private synchronized void settle() {
        if (daemon.processes().isInDoubt()) {
            letGo(Fault.of("The sandbox " + id + " could not be resumed after a pause that failed"));
        }
    }

    /**
     * Resumes it.
     *
     * @throws SandboxTransportException if that cannot be done; it stays paused then
     */
    synchronized void letGo(Fault failure) {
        try {
            resume();
        } catch (IOException e) {
            throw new SandboxTransportException(
                    failure.remedy("resume it again").cause(e));
        }
    }

    /** Lets those go that were held, once somebody listens to them; one that is gone says so to whoever waits for it. */
    private void resume() throws IOException {
        daemon.moved(control.connect(id, renewal.lifetime()));
        daemon.awaitHealthy(TO_DRAIN);
        daemon.processes().attach();
        asRoot(lettingGo);
        lettingGo = lettingGo(List.of());
        daemon.processes().letGo();
    }

    private static List<String> holding(String signal, String said, String mark, List<String> supervisors) {
        List<String> argv = new ArrayList<>(GuestScript.HOLD.argv(signal, said, mark));
        argv.addAll(supervisors);
        return argv;
    }

    private static List<String> lettingGo(List<String> held) {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", LET_GO, "sh"));
        argv.addAll(held);
        return argv;
    }

    /** Commands may run as other users, whose processes only root may hold; not every service has a root. */
    private String asRoot(List<String> argv) throws IOException {
        return daemon.runAs(GuestScript.ROOT, argv, TO_HOLD);
    }

    /** Lets nobody wait any more: the sandbox is gone. */
    @Override
    public void close() {
        daemon.processes().close();
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.strip().split(" +"))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
