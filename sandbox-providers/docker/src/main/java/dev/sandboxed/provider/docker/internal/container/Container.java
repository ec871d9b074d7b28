package dev.sandboxed.provider.docker.internal.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.ExecCreateCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.InspectExecResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.linux.internal.network.ContainerNamespace;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineAddress;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import dev.sandboxed.provider.docker.internal.engine.TimeLimit;
import dev.sandboxed.provider.docker.internal.stream.ContainerChannel;
import dev.sandboxed.provider.docker.internal.stream.Hijack;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One container of the engine.
 *
 * <p>All methods throw {@link dev.sandboxed.api.error.SandboxNotFoundException} when it is gone, and
 * {@link dev.sandboxed.api.error.SandboxTransportException} when the engine cannot be reached.
 */
public final class Container {

    private static final Duration REMOVAL = Duration.ofSeconds(8);
    /** When it is looked again whether it is removed. */
    private static final Duration AGAIN = Duration.ofMillis(20);
    /** What the engine may take for anything but starting a container. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final Engine engine;
    private final String id;
    private final String sandbox;
    private final StartGate gate = new StartGate(ANSWER);

    public Container(Engine engine, String id, String sandbox) {
        this.engine = engine;
        this.id = id;
        this.sandbox = sandbox;
    }

    public String id() {
        return id;
    }

    /** Opens the streams of its first process, which need not run yet. */
    public ContainerChannel attach() {
        String path = "/containers/" + id + "/attach?stream=1&stdin=1&stdout=1&stderr=1";
        return new ContainerChannel("", hijacked("attach to", path, ""), null, () -> {});
    }

    public void start() {
        try {
            // As long as the creation may take.
            client().startContainerCmd(id).exec();
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot start container " + id, sandbox, e);
        }
    }

    /**
     * Moves it into a room, which is its network from then on. It must run, without a network of the engine's.
     *
     * @throws SandboxStartException if its first process is not seen here, or the kernel refuses
     * @throws IOException if the room cannot be looked at
     */
    public void moveInto(NetworkRoom room, Deadline deadline) throws IOException {
        room.await(deadline);
        Long first = inspect().getState().getPidLong();
        try (ContainerNamespace inside = ContainerNamespace.open(first == null ? 0 : first, id)) {
            room.leadInto(inside.namespace());
        } catch (IOException e) {
            throw new SandboxStartException(Fault.of("The network namespace of container " + id
                            + " is not entered: the engine says that its first process is " + first + ", but "
                            + e.getMessage())
                    .provider(EngineFaults.PROVIDER)
                    .sandbox(sandbox)
                    .remedy("run the tests where the processes of the engine are seen; or ask for Network.FULL with the"
                            + " option 'network', for example 'bridge', without a list")
                    .cause(e));
        }
    }

    /** Starts one more process. */
    public ContainerChannel exec(GuestProcess process) {
        boolean terminal = process.terminal() != null;
        ExecCreateCmd command = client().execCreateCmd(id)
                .withCmd(process.argv().toArray(new String[0]))
                .withEnv(process.env().entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue())
                        .toList())
                .withTty(terminal)
                .withAttachStdin(true)
                .withAttachStdout(true)
                .withAttachStderr(true);
        if (process.user() != null) {
            command.withUser(process.user());
        }
        String exec = doing("start a process in", () -> command.exec().getId());
        Consumer<TerminalSize> resizing = size -> resize(exec, size);
        Runnable started = gate.starting();
        try {
            Hijack stream = hijacked(
                    "start a process in", "/exec/" + exec + "/start", "{\"Detach\":false,\"Tty\":" + terminal + "}");
            return new ContainerChannel(exec, stream, terminal ? resizing : null, started);
        } catch (RuntimeException | Error e) {
            started.run();
            throw e;
        }
    }

    private void resize(String exec, TerminalSize size) {
        doing(
                "resize a terminal in",
                () -> client().resizeExecCmd(exec)
                        .withSize(size.rows(), size.columns())
                        .exec());
    }

    /** Looks at one of its processes. */
    public InspectExecResponse inspect(String exec) {
        return doing("look at a process in", () -> client().inspectExecCmd(exec).exec());
    }

    public InspectContainerResponse inspect() {
        return doing("look at", () -> client().inspectContainerCmd(id).exec());
    }

    public void pause() {
        gate.pausing(() -> doing("pause", () -> client().pauseContainerCmd(id).exec()));
    }

    public void unpause() {
        doing("unpause", () -> client().unpauseContainerCmd(id).exec());
    }

    /** Removes it with everything in it and its own volumes; one that is gone already is fine. */
    public void remove() {
        Deadline deadline = Deadline.in(REMOVAL);
        while (!removed(deadline)) {
            LockSupport.parkNanos(AGAIN.toNanos());
        }
    }

    /**
     * Returns whether it is gone. Somebody else may be removing it, which is a conflict until it is done; and an engine that has much
     * to do fails when a process that it has killed does not end soon.
     */
    private boolean removed(Deadline deadline) {
        try {
            TimeLimit.here(
                    deadline.remaining(),
                    () -> client().removeContainerCmd(id)
                            .withForce(true)
                            .withRemoveVolumes(true)
                            .exec());
            return true;
        } catch (NotFoundException gone) {
            return true;
        } catch (RuntimeException e) {
            if (isTemporary(e) && !deadline.hasPassed()) {
                return false;
            }
            throw EngineFaults.of("Cannot remove container " + id, sandbox, e);
        }
    }

    private static boolean isTemporary(RuntimeException refusal) {
        return refusal instanceof InternalServerErrorException
                || (refusal instanceof ConflictException
                        && String.valueOf(refusal.getMessage()).contains("in progress"));
    }

    /** Returns the address at which a port of it is reached, if the engine has published it. */
    public Optional<InetSocketAddress> endpoint(int port) {
        Ports.Binding[] bindings =
                inspect().getNetworkSettings().getPorts().getBindings().get(ExposedPort.tcp(port));
        String host = engine.address() instanceof EngineAddress.Tcp tcp ? tcp.host() : "127.0.0.1";
        return bindings == null || bindings.length == 0
                ? Optional.empty()
                : Optional.of(new InetSocketAddress(host, Integer.parseInt(bindings[0].getHostPortSpec())));
    }

    /** Measures what it has used so far. */
    public Usage usage() {
        try {
            // The client's own request waits for a second measurement, a second later.
            return ContainerUsage.of(engine.get("/containers/" + id + "/stats?stream=false&one-shot=true"));
        } catch (IOException | RuntimeException e) {
            throw EngineFaults.of("Cannot measure container " + id, sandbox, e);
        }
    }

    /**
     * Measures how much its own files take, without those of its image. The engine looks at all of them for that.
     *
     * @return empty if the engine does not tell
     */
    public Optional<DataSize> written() {
        try {
            JsonNode size = engine.get("/containers/" + id + "/json?size=true").path("SizeRw");
            return size.isNumber() ? Optional.of(DataSize.ofBytes(size.asLong())) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            throw EngineFaults.of("Cannot measure container " + id, sandbox, e);
        }
    }

    /** Opens a tar of a path. */
    public InputStream archive(String path) {
        return client().copyArchiveFromContainerCmd(id, path).exec();
    }

    /** Unpacks a tar into a directory. */
    public void unpack(String directory, InputStream tar) {
        client().copyArchiveToContainerCmd(id)
                .withRemotePath(directory)
                .withTarInputStream(tar)
                .exec();
    }

    DockerClient client() {
        return engine.client();
    }

    Engine engine() {
        return engine;
    }

    private Hijack hijacked(String what, String path, String json) {
        return doing(what, () -> {
            try {
                return Hijack.post(engine.address(), "/v" + engine.info().apiVersion() + path, json);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private <T> T doing(String what, Supplier<T> request) {
        try {
            return TimeLimit.here(ANSWER, request);
        } catch (RuntimeException e) {
            throw EngineFaults.of("Cannot " + what + " container " + id, sandbox, e);
        }
    }
}
