package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.guest.internal.start.GuestStart;
import dev.sandboxed.linux.internal.network.NetworkNamespace;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.provider.microvm.internal.changes.ChangesArchive;
import dev.sandboxed.provider.microvm.internal.drive.GuestFilesystem;
import dev.sandboxed.provider.microvm.internal.drive.GuestKernel;
import dev.sandboxed.provider.microvm.internal.machine.DeviceRates;
import dev.sandboxed.provider.microvm.internal.machine.MachineLink;
import dev.sandboxed.provider.microvm.internal.machine.MachinePlan;
import dev.sandboxed.provider.microvm.internal.machine.Monitor;
import dev.sandboxed.provider.microvm.internal.saved.MachineSnapshot;
import dev.sandboxed.provider.microvm.internal.saved.NewDrive;
import dev.sandboxed.provider.microvm.internal.saved.Preparation;
import dev.sandboxed.provider.microvm.internal.saved.SavedMachines;
import dev.sandboxed.provider.microvm.internal.saved.WantedMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Starts the machine of a sandbox and waits until it can run commands.
 *
 * @param beginning the sandbox in the making
 * @param monitor what runs its machine
 * @param kernel what the machine boots
 * @param files makes its disks
 * @param image what its files lie over
 * @param settings of the provider
 * @param network what connects the machine with others, in the making; none for nothing but loopback
 */
record MicrovmLaunch(
        Beginning beginning,
        Monitor monitor,
        GuestKernel kernel,
        GuestFilesystem files,
        Rootfs image,
        Map<String, String> settings,
        @Nullable NetworkRoom network) {

    /** What a kernel needs for itself. */
    private static final DataSize RESERVE = DataSize.ofMebibytes(96);

    private static final String USUAL_MEMORY = "256m";
    private static final String USUAL_DISK = "4g";
    private static final String USUAL_SAVED = "4g";
    private static final String DISK_BANDWIDTH = "diskBandwidth";
    private static final String USUAL_RATE = "50m";
    private static final DataSize LEAST_RATE = DataSize.ofKibibytes(64);

    private Creation creation() {
        return beginning.creation();
    }

    MicrovmSandbox begin(Function<MicrovmService, MicrovmSandbox> wrapping) throws IOException {
        SandboxSpec spec = creation().spec();
        attach();
        MachinePlan plan = plan(spec.limits());
        DataSize disk = spec.limits().disk().orElseGet(() -> size("disk", USUAL_DISK));
        NewDrive drive = new NewDrive(disk, place -> files.changes(disk, place));
        WantedMachine wanted =
                new WantedMachine(monitor, plan, drive, creation().deadline());
        Preparation preparation = new SpecPreparation(creation(), image.env());
        Optional<Path> snapshot = beginning.snapshot().map(beginning.snapshots()::archiveOf);
        boolean goesOn = beginning.snapshot().filter(Snapshot::memory).isPresent();
        SavedMachines.Restored restored = goesOn
                ? new MachineSnapshot(snapshot.orElseThrow()).restore(wanted, preparation)
                : saved().start(wanted, preparation);
        try {
            ChangesArchive changes = new ChangesArchive(
                    restored.listener(), String.valueOf(plan.image().getFileName()), network != null);
            if (snapshot.isPresent() && !goesOn) {
                changes.unpack(snapshot.get(), creation().deadline().remaining());
            }
            MicrovmSandbox sandbox = wrapping.apply(new MicrovmService(spec, restored, image.env(), changes, network));
            GuestStart.awaitReady(creation(), sandbox.commands());
            if (spec.limits().processes().isPresent()) {
                sandbox.commands().reserveSupervisor();
            }
            return sandbox;
        } catch (IOException | RuntimeException e) {
            restored.machine().close();
            throw e;
        }
    }

    /** The device is there before any machine is, the one that is only saved included. */
    private void attach() throws IOException {
        if (network != null) {
            network.await(creation().deadline());
            network.attach(monitor.user(creation().id()));
        }
    }

    private SavedMachines saved() {
        return new SavedMachines(files.made(), size("savedMachines", USUAL_SAVED));
    }

    private MachinePlan plan(Limits limits) throws IOException {
        DataSize memory = limits.memory().orElseGet(() -> size("memory", USUAL_MEMORY));
        return new MachinePlan(
                creation().id(),
                beginning.folder(),
                monitor.wantsUnpackedKernel() ? files.unpacked(kernel) : kernel,
                files.initramfs(kernel),
                files.image(image),
                (int) Math.ceil(limits.cpus().orElse(1)),
                DataSize.ofBytes(memory.bytes() + RESERVE.bytes()),
                Optional.ofNullable(network).map(room -> new MachineLink(new NetworkNamespace(room.namespace()))),
                new DeviceRates(diskBandwidth(), limits.bandwidth()),
                monitor.emulates() ? files.hostClock() : OptionalLong.empty());
    }

    private Optional<DataSize> diskBandwidth() {
        if (!settings.containsKey(DISK_BANDWIDTH)) {
            return Optional.empty();
        }
        DataSize most = size(DISK_BANDWIDTH, USUAL_RATE);
        if (most.bytes() < LEAST_RATE.bytes()) {
            throw new SandboxStartException(Fault.of("The setting '" + DISK_BANDWIDTH + "' is '"
                            + settings.get(DISK_BANDWIDTH) + "', which is less than " + LEAST_RATE + " a second")
                    .remedy("give more, such as " + USUAL_RATE + ", or leave it out for as much as the host can"));
        }
        return Optional.of(most);
    }

    private DataSize size(String setting, String usual) {
        String written = settings.getOrDefault(setting, usual);
        try {
            return DataSize.parse(written);
        } catch (IllegalArgumentException e) {
            throw new SandboxStartException(
                    Fault.of("The setting '" + setting + "' is '" + written + "', which is no size")
                            .remedy("give a number with a unit, such as " + usual)
                            .cause(e));
        }
    }
}
