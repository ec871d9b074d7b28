package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.guest.sandbox.SharedPause;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.provider.oci.internal.container.Container;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** A container of a runtime, and the commands and files in it. */
final class OciSandbox extends GuestSandbox {

    private final Container container;
    private final SharedPause pause;
    private final SandboxStore store;
    private final SnapshotStore snapshots;

    /**
     * Takes over a container that was just started.
     *
     * @param service what serves it
     * @param store what removes its folder
     * @param snapshots where its snapshots go
     */
    OciSandbox(
            Creation creation,
            SandboxInfo info,
            Capabilities capabilities,
            OciService service,
            SandboxStore store,
            SnapshotStore snapshots) {
        super(creation, info, capabilities, service);
        this.container = service.container();
        this.pause = service.pause();
        this.store = store;
        this.snapshots = snapshots;
    }

    @Override
    protected void hold() {
        container.kernel().flush(commands());
        pause.hold(this::fault);
    }

    @Override
    protected void letGo() {
        pause.letGo(this::fault);
    }

    @Override
    protected Usage measure() {
        try {
            return withPeak(container
                    .group()
                    .usage()
                    .orElseThrow()
                    .withDisk(container.disk().taken()));
        } catch (IOException e) {
            throw new SandboxTransportException(fault("The control group of the sandbox cannot be read: " + e)
                    .cause(e));
        }
    }

    /** Whatever runs is held still meanwhile, so that the files are those of one moment. */
    @Override
    protected Snapshot save(SnapshotOptions options) {
        if (state() == SandboxState.RUNNING) {
            container.kernel().flush(commands());
        }
        return snapshots.save(id(), options, archive -> {
            pause.begin(true);
            try {
                return container.archive().pack(archive, options);
            } finally {
                pause.end(true);
            }
        });
    }

    @Override
    protected InetSocketAddress reach(int port) {
        return container.network().orElseThrow().endpoint(port);
    }

    @Override
    protected List<NetworkAttempt> attempts() {
        return container.network().map(NetworkRoom::attempts).orElse(List.of());
    }

    @Override
    protected void release() {
        commands().close();
        try {
            container.remove();
            store.remove(id());
        } catch (IOException e) {
            throw new SandboxTransportException(fault("Something of the sandbox could not be removed: " + e)
                    .remedy("./sandboxed reap, or delete " + container.bundle().path() + " by hand")
                    .cause(e));
        }
    }
}
