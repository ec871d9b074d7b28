package dev.sandboxed.provider.kubernetes.internal.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.provider.kubernetes.internal.cluster.Cluster;
import dev.sandboxed.provider.kubernetes.internal.cluster.PodState;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Starts the first process in a pod that was just asked for. That works half a second before the cluster says that the pod is
 * ready, so that it is tried.
 *
 * @param cluster where the pod is
 * @param door starts processes in it
 * @param fault begins the description of what went wrong in the sandbox
 */
public record FirstProcess(Cluster cluster, ExecDoor door, Function<String, Fault> fault) {

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(20);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);
    private static final Duration FOR_AN_ANSWER = Duration.ofSeconds(1);

    /**
     * A pod in which a process runs.
     *
     * @param pod the pod as it was last seen
     * @param channel the streams of the process
     */
    public record Begun(PodState pod, GuestChannel channel) {}

    /**
     * Waits for the pod.
     *
     * @param name the name of the pod
     * @param argv a process that writes something at once
     * @throws SandboxStartException if the pod will never run, or the process does not, or it takes too long
     * @throws IOException if the thread is interrupted
     */
    public Begun await(String name, List<String> argv, Deadline deadline) throws IOException {
        long began = System.nanoTime();
        while (true) {
            String wanting;
            try {
                PodState now = look(name, deadline);
                Optional<GuestChannel> first =
                        now.node().isPresent() ? attempt(name, argv, deadline) : Optional.empty();
                if (first.isPresent()) {
                    return new Begun(now, first.get());
                }
                wanting =
                        now.whatItWaitsFor().map(why -> "the pod waits: " + why).orElse("starting the pod");
            } catch (InterruptedIOException e) {
                throw e;
            } catch (IOException e) {
                wanting = "the first process was not started: " + e.getMessage();
            } catch (SandboxTransportException e) {
                // The next answer may be a better one.
                wanting = e.what();
            }
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("Interrupted while the pod was awaited");
            }
            deadline.check(wanting);
            LockSupport.parkNanos(pause(System.nanoTime() - began));
        }
    }

    /** Throws if it will never run. */
    private PodState look(String name, Deadline deadline) {
        PodState now = find(name, deadline)
                .map(PodState::new)
                .orElseThrow(() -> new SandboxStartException(
                        fault.apply("The pod was deleted before it ran").remedy("look who does that, and try again")));
        now.whyHopeless().ifPresent(why -> {
            throw new SandboxStartException(fault.apply("The pod will not run: " + why)
                    .remedy("name an image that the nodes can get and that has /bin/sh: kubectl describe pod " + name
                            + " said this"));
        });
        return now;
    }

    /** With time enough for an answer, or the last one would not say what the pod waits for. */
    private Optional<Pod> find(String name, Deadline deadline) {
        Duration remaining = deadline.remaining();
        return cluster.within(remaining.compareTo(FOR_AN_ANSWER) > 0 ? remaining : FOR_AN_ANSWER)
                .find(name);
    }

    /** A part of the time that it has taken, so that trying costs neither much of it nor many calls. */
    private static long pause(long taken) {
        return Math.min(LONGEST_WAIT.toNanos(), Math.max(SHORTEST_WAIT.toNanos(), taken / 12));
    }

    private Optional<GuestChannel> attempt(String name, List<String> argv, Deadline deadline) throws IOException {
        ExecChannel channel;
        try {
            channel = door.open(name, argv, false, deadline.remaining());
        } catch (ExecRefusedException e) {
            if (e.saysForbidden() && !e.saysUnknown()) {
                throw new SandboxStartException(fault.apply(String.valueOf(e.getMessage()))
                        .remedy("give this account 'get' and 'create' of pods/exec: docs/kubernetes.md")
                        .cause(e));
            }
            throw e;
        }
        if (channel.awaitOutput(deadline.remaining())) {
            return Optional.of(channel);
        }
        channel.close();
        channel.end().filter(end -> end.code().isPresent()).ifPresent(end -> {
            throw new SandboxStartException(fault.apply("The first process of the pod ended with code "
                            + end.code().getAsInt())
                    .remedy("use an image in which /bin/sh works"));
        });
        return Optional.empty();
    }
}
