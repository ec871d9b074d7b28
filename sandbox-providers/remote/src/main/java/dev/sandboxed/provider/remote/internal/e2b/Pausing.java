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

/**
 * Pauses a sandbox at the service so that nothing of its commands is lost. The service breaks every connection, and what a process
 * writes while nobody listens is lost. So processes with commands are held still inside first, until all that they have written
 * has come through, and let go when somebody listens again.
 */
final class Pausing implements AutoCloseable {

    private static final Duration TO_DRAIN = Duration.ofSeconds(10);
    private static final Duration LONGEST_DOUBT = Duration.ofSeconds(30);
    private static final Duration TO_FINISH = Duration.ofSeconds(2);

    private static final String LET_GO = "for pid; do kill -CONT \"$pid\" 2>/dev/null; done; :";

    private final ControlApi control;
    private final Daemon daemon;
    private final String id;
    private final Renewal renewal;
    private List<String> held = List.of();

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
        DaemonProcesses processes = daemon.processes();
        try {
            processes.hold(TO_FINISH);
            String said = UUID.randomUUID().toString();
            List<String> argv = new ArrayList<>(GuestScript.HOLD.argv(said, mark));
            argv.addAll(processes.drain(said));
            held = words(asRoot(argv));
            if (!processes.awaitDrained(TO_DRAIN)) {
                throw new IOException("what commands have written did not come through within " + TO_DRAIN.toSeconds()
                        + " s after they were held still");
            }
            processes.detach();
            control.pause(id);
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
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", LET_GO, "sh"));
        argv.addAll(held);
        asRoot(argv);
        held = List.of();
        daemon.processes().letGo();
    }

    /** Commands may run as other users, whose processes only root may hold; not every service has a root. */
    private String asRoot(List<String> argv) throws IOException {
        return daemon.runAs(GuestScript.ROOT, argv);
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
