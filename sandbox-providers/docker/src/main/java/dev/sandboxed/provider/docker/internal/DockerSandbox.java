package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.container.ContainerArchives;
import dev.sandboxed.provider.docker.internal.snapshot.SnapshotImages;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A container, and the commands and files in it. */
final class DockerSandbox extends GuestSandbox {

    private final Container container;
    private final @Nullable NetworkRoom room;
    private final SnapshotImages snapshots;
    private final AtomicInteger saving;

    /**
     * Takes over a container.
     *
     * @param service what serves it
     * @param snapshots where its snapshots go
     */
    DockerSandbox(
            Creation creation,
            SandboxInfo info,
            Capabilities capabilities,
            DockerService service,
            SnapshotImages snapshots) {
        super(creation, info, capabilities, service);
        this.container = service.container();
        this.room = service.room();
        this.snapshots = snapshots;
        this.saving = service.saving();
    }

    Container container() {
        return container;
    }

    @Override
    protected void hold() {
        container.pause();
    }

    @Override
    protected void letGo() {
        container.unpause();
    }

    @Override
    protected Usage measure() {
        Usage used = withPeak(container.usage());
        return spec().limits().disk().isPresent() ? used.withDisk(container.written()) : used;
    }

    @Override
    protected InetSocketAddress reach(int port) {
        if (room != null) {
            return room.endpoint(port);
        }
        return container
                .endpoint(port)
                .orElseThrow(() -> new SandboxStartException(
                        fault("The engine has published no port for " + port).remedy("docker port " + container.id())));
    }

    /** Without a network there is nothing to be seen; what passes a network of the engine is seen by nobody. */
    @Override
    protected List<NetworkAttempt> attempts() {
        boolean none = spec().network().map(NetworkPolicy::network).orElse(Network.NONE) == Network.NONE;
        if (room == null && !none) {
            throw new UnsupportedCapabilityException(
                    Capability.NETWORK_LOG,
                    fault("What was tried is not known, since the network of this sandbox is the engine's")
                            .remedy("leave the options 'network' and 'runtime' out"));
        }
        return room == null ? List.of() : room.attempts();
    }

    @Override
    protected Snapshot save(SnapshotOptions options) {
        requireSharedFiles();
        saving.incrementAndGet();
        try {
            return snapshots.save(container, id(), options);
        } finally {
            saving.decrementAndGet();
        }
    }

    /** A kernel of its own may keep changes to itself, and a snapshot would be without them. */
    private void requireSharedFiles() {
        if (!info().isolation().atLeast(Isolation.USERSPACE_KERNEL) || state() != SandboxState.RUNNING) {
            return;
        }
        String probe = ".sandboxed-" + UUID.randomUUID();
        commands().run(Command.of("touch", probe)).orThrow();
        try (InputStream seen = new ContainerArchives(container, id()).fetch(spec().workdir() + "/" + probe)) {
            seen.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new SandboxTransportException(fault(
                            "The runtime keeps the files of the sandbox from the engine: " + e)
                    .remedy("add \"--overlay2=none\" to the runtimeArgs of the runtime in /etc/docker/daemon.json")
                    .cause(e));
        } finally {
            commands().run(Command.of("rm", "-f", probe));
        }
    }

    @Override
    protected void release() {
        commands().close();
        try {
            container.remove();
        } finally {
            if (room != null) {
                room.close();
            }
        }
    }
}
