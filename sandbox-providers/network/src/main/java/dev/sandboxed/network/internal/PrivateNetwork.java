package dev.sandboxed.network.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.linux.internal.network.NetworkNamespace;
import dev.sandboxed.process.HostTool;
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
 * Two linked network namespaces with one way out: a process that reads the packets of the outer one and opens the connections in
 * their stead, as any program of the host could. There is no bridge, no rule and no route that could be left on the host.
 *
 * <p>The process holds the namespaces open, so that there is nothing to remove once it is dead. It ends when this JVM does,
 * and carries the marker of its sandbox for whoever reaps.
 */
final class PrivateNetwork implements AutoCloseable {

    private static final Duration DEATH = Duration.ofSeconds(5);
    private static final Duration LEADING = Duration.ofSeconds(10);
    private static final int MOST_WORDS = 1024;

    private final Process carrier;
    private final LinkedNamespaces.Tools tools;
    /** What it has against it; nothing once it is ready. */
    private final CompletableFuture<Optional<String>> refusal = new CompletableFuture<>();

    private PrivateNetwork(Process carrier, LinkedNamespaces.Tools tools) {
        this.carrier = carrier;
        this.tools = tools;
    }

    /**
     * Begins to make it.
     *
     * @param sandbox the id of the sandbox that it is for
     * @param rules the filters of the outer namespace
     * @param argv the program that carries packets, or holds the namespaces at least
     * @throws IOException if not even a process can be started
     */
    static PrivateNetwork begin(String sandbox, LinkedNamespaces.Tools tools, String rules, List<String> argv)
            throws IOException {
        Map<String, String> env = Map.of(ProcessScope.VARIABLE, sandbox);
        List<String> holding = LinkedNamespaces.holding(tools, rules, argv);
        PrivateNetwork network = new PrivateNetwork(HostProcess.startInOwnSession(holding, env, Path.of("/")), tools);
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
    void await(Deadline deadline) throws IOException {
        Optional<String> refused = Optional.of("it is not ready in time");
        try {
            refused = refusal.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(Fault.of("Interrupted while the network of a sandbox was made"));
        } catch (TimeoutException | ExecutionException e) {
            deadline.check("making the network with " + NetworkTools.CARRIER);
        }
        if (refused.isPresent()) {
            throw new SandboxStartException(
                    Fault.of("'" + NetworkTools.CARRIER + "' did not make the network: " + refused.get())
                            .remedy(NetworkTools.INSTALL + ", of version 1.1 or newer, and look at what it says"));
        }
        try {
            if (held().inner().isOurOwn() || held().outer().isOurOwn()) {
                throw new SandboxStartException(
                        Fault.of("The namespace that the network of a sandbox was made in is the host's own"));
            }
        } catch (NoSuchFileException ended) {
            throw new SandboxStartException(Fault.of("'" + NetworkTools.CARRIER + "' ended as soon as it was ready")
                    .remedy("look at what '" + NetworkTools.CARRIER + "' says when it is run by hand")
                    .cause(ended));
        }
    }

    /**
     * Leads into a namespace that others have made, in place of the inner one, which is empty from then on.
     *
     * @throws IOException if the kernel refuses
     */
    void leadInto(NetworkNamespace other) throws IOException {
        change(held().leadingInto(other, tools));
    }

    /**
     * Hands the inner end over to a device that a virtual machine is attached to.
     *
     * @param user the number of the user who may attach one, beside root
     * @throws IOException if the kernel refuses
     */
    void attach(int user) throws IOException {
        change(held().attaching(user, tools));
    }

    private void change(List<String> argv) throws IOException {
        ExecResult result = HostTool.run(Command.of(argv), LEADING);
        if (!result.succeeded()) {
            throw new IOException(
                    result.stderr().isBlank()
                            ? "'" + tools.ip() + "' ended so: " + result.ending()
                            : result.stderr().strip());
        }
    }

    /** Returns the namespaces that the process holds. */
    LinkedNamespaces held() {
        return LinkedNamespaces.heldBy(carrier.pid());
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
