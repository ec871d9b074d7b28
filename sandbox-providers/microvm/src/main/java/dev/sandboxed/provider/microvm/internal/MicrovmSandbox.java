package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.guest.sandbox.SharedPause;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.provider.microvm.internal.machine.MachinePlan;
import dev.sandboxed.provider.microvm.internal.saved.MachineSnapshot;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A virtual machine, and the commands and files in it. */
final class MicrovmSandbox extends GuestSandbox {

    private final Beginning beginning;
    private final MicrovmService service;
    private final SharedPause pause;
    private final Object saving = new Object();

    /**
     * Takes over a machine.
     *
     * @param beginning where its folder is, and where its snapshots go
     * @param service what serves it
     */
    MicrovmSandbox(Beginning beginning, SandboxInfo info, Capabilities capabilities, MicrovmService service) {
        super(beginning.creation(), info, capabilities, service);
        this.beginning = beginning;
        this.service = service;
        this.pause = new SharedPause(service);
    }

    @Override
    protected void hold() {
        pause.hold(this::fault);
    }

    @Override
    protected void letGo() {
        pause.letGo(this::fault);
    }

    @Override
    protected Usage measure() {
        try {
            return withPeak(service.listener().usage().usage());
        } catch (IOException e) {
            throw new SandboxTransportException(
                    fault("The machine does not tell what it uses: " + e).cause(e));
        }
    }

    /** Whatever runs is held still meanwhile, so that the files are those of one moment. One at a time: no stream outlives saving. */
    @Override
    protected Snapshot save(SnapshotOptions options) {
        synchronized (saving) {
            return options.memory() ? saveMachine(options) : saveFiles(options);
        }
    }

    /** Nobody has counted the files on its drive. */
    private Snapshot saveMachine(SnapshotOptions options) {
        return beginning.snapshots().save(id(), options, place -> {
            new MachineSnapshot(place)
                    .take(service.restored(), beginning.folder().resolve(MachinePlan.CHANGES));
            return 0;
        });
    }

    private Snapshot saveFiles(SnapshotOptions options) {
        return beginning.snapshots().save(id(), options, archive -> {
            pause.begin(true);
            try {
                return service.changes().pack(archive, options);
            } finally {
                pause.end(true);
            }
        });
    }

    @Override
    protected InetSocketAddress reach(int port) {
        return Objects.requireNonNull(service.network()).endpoint(port);
    }

    @Override
    protected List<NetworkAttempt> attempts() {
        return Optional.ofNullable(service.network()).map(NetworkRoom::attempts).orElse(List.of());
    }

    @Override
    public String providerLog() {
        return service.machine().log();
    }

    @Override
    protected void release() {
        commands().close();
        service.close();
        try {
            beginning.store().remove(id());
        } catch (IOException e) {
            throw new SandboxTransportException(fault("Something of the sandbox could not be removed: " + e)
                    .remedy("./sandboxed reap, or delete " + info().nativeId() + " by hand")
                    .cause(e));
        }
    }
}
