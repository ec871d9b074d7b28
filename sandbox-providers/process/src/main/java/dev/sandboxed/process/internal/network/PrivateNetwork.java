package dev.sandboxed.process.internal.network;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.linux.internal.network.NetworkNamespace;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.internal.host.HostProcess;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A network namespace with one way out: a process that reads its packets and opens the connections in their stead, as any
 * program of the host could. There is no bridge, no rule and no route that could be left on the host, nobody else is in that
 * network, and services that listen only on the loopback of the host are not reached.
 *
 * <p>The process holds the namespace open, so that there is nothing to remove once it is dead. It ends when this JVM does,
 * and carries the marker of its sandbox for whoever reaps.
 */
public final class PrivateNetwork implements AutoCloseable {

    /** What the sandbox's {@code /etc/resolv.conf} says: the program passes on to whom the host asks for names. */
    public static final String RESOLVER = "nameserver 10.0.2.3\n";

    private static final Duration DEATH = Duration.ofSeconds(5);
    private static final int MOST_WORDS = 1024;

    private final Process carrier;
    /** What it has against it; nothing once it is ready. */
    private final CompletableFuture<Optional<String>> refusal = new CompletableFuture<>();

    private PrivateNetwork(Process carrier) {
        this.carrier = carrier;
    }

    /**
     * Begins to make it.
     *
     * @param sandbox the id of the sandbox that it is for
     * @param argv what opens the namespace and becomes the program
     * @throws IOException if not even a process can be started
     */
    static PrivateNetwork begin(String sandbox, List<String> argv) throws IOException {
        Map<String, String> env = Map.of(ProcessScope.VARIABLE, sandbox);
        PrivateNetwork network = new PrivateNetwork(HostProcess.startInOwnSession(argv, env, Path.of("/")));
        DaemonThread.start("sandboxed-network-" + network.carrier.pid(), network::listen);
        return network;
    }

    /** Whatever it says later is read and dropped: it must not wait for somebody who listens. */
    private void listen() {
        try (InputStream first = carrier.getInputStream();
                InputStream words = carrier.getErrorStream()) {
            if (first.read() >= 0) {
                refusal.complete(Optional.empty());
            }
            String said = new String(words.readNBytes(MOST_WORDS), StandardCharsets.UTF_8);
            refusal.complete(Optional.of(said.strip()));
            words.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            refusal.complete(Optional.of(e.toString()));
        }
    }

    /**
     * Waits until packets are carried.
     *
     * @throws SandboxStartException if the program refuses or has ended, or the time is up
     * @throws SandboxInterruptedException if the thread is interrupted
     * @throws IOException if the namespace cannot be looked at
     */
    public void await(Deadline deadline) throws IOException {
        Optional<String> refused = Optional.of("it is not ready in time");
        try {
            refused = refusal.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(Fault.of("Interrupted while the network of a sandbox was made"));
        } catch (TimeoutException | ExecutionException e) {
            deadline.check("making the network with " + Carrier.NAME);
        }
        if (refused.isPresent()) {
            throw new SandboxStartException(
                    Fault.of("'" + Carrier.NAME + "' did not make the network: " + refused.get())
                            .remedy(Carrier.INSTALL + ", of version 1.1 or newer, and look at what it says"));
        }
        try {
            if (held().isOurOwn()) {
                throw new SandboxStartException(
                        Fault.of("The namespace that the network of a sandbox was made in is the host's own"));
            }
        } catch (NoSuchFileException ended) {
            throw new SandboxStartException(Fault.of("'" + Carrier.NAME + "' ended as soon as it was ready")
                    .remedy("look at what '" + Carrier.NAME + "' says when it is run by hand")
                    .cause(ended));
        }
    }

    /** Returns the path by which others enter the namespace. */
    public Path namespace() {
        return held().path();
    }

    private NetworkNamespace held() {
        return NetworkNamespace.heldBy(carrier.pid());
    }

    /** Ends it; may be called again. Whoever still uses it is cut off. */
    @Override
    public void close() {
        carrier.destroyForcibly();
        carrier.onExit()
                .orTimeout(DEATH.toNanos(), TimeUnit.NANOSECONDS)
                .handle((end, late) -> end)
                .join();
    }
}
