package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.folder.provider.RecordedSandboxProvider;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.folder.rootfs.RootfsCache;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.internal.kvm.Kvm;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.network.internal.NetworkTools;
import dev.sandboxed.network.internal.ProxyTrust;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.provider.microvm.internal.drive.GuestFilesystem;
import dev.sandboxed.provider.microvm.internal.drive.GuestKernel;
import dev.sandboxed.provider.microvm.internal.firecracker.Jail;
import dev.sandboxed.provider.microvm.internal.machine.Monitor;
import dev.sandboxed.provider.microvm.internal.machine.SocketPath;
import dev.sandboxed.provider.microvm.internal.saved.MissedBoots;
import dev.sandboxed.provider.microvm.internal.saved.SavedMachines;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in virtual machines, one for each sandbox, each with a kernel of its own.
 *
 * <p>Settings: {@code program} names the monitor's program where it is not in the path; {@code kernel} the kernel of machines,
 * a file or the folder that a package was unpacked to, where it is not the one that was provisioned, and {@code kernelArguments} what it is told in addition; {@code image}
 * the image of those specs that name none; {@code memory} and {@code disk} the size of machines whose spec limits neither; {@code diskBandwidth} how much each of their drives reads and writes in a second at most;
 * {@code jailer} what locks Firecracker in where the user is root, or {@code none}; {@code listener} a program to be the first process of machines instead of the one that is compiled here; {@code kvm=any} takes
 * the host's KVM as it is, however slow; {@code savedMachines} how much saved machines may take; {@code accelerator=tcg} lets QEMU emulate a processor instead.
 */
final class MicrovmProvider extends RecordedSandboxProvider {

    private static final String IMAGE = "image";
    private static final String KERNEL = "kernel";
    private static final Duration TO_ANSWER = Duration.ofMillis(800);

    private final Kind kind;
    private final boolean needsKvm;
    private final RootfsCache images;
    private final GuestFilesystem files;

    /**
     * Prepares it; nothing is started yet.
     *
     * @throws IllegalArgumentException if a setting cannot be read
     */
    MicrovmProvider(Kind kind, ProviderContext context) {
        super(kind.provider(), context);
        this.kind = kind;
        this.needsKvm = kind.needsKvm(context)
                && Choice.KVM.of(kind.provider(), context.settings()).equals("measured");
        this.images = RootfsCache.beside(context);
        this.files = new GuestFilesystem(context);
    }

    @Override
    public Capabilities capabilities() {
        return MicrovmCapabilities.of(kind, NetworkTools.Offer.of(context()));
    }

    @Override
    public ProviderStatus status() {
        Optional<String> unusable = store().whyUnusable();
        if (unusable.isPresent()) {
            return new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY);
        }
        try {
            // What costs nothing first: most hosts have no kernel for machines, and everybody's choice asks here.
            GuestKernel kernel = kernel();
            files.requirePrograms();
            Monitor monitor = kind.find(context(), TO_ANSWER);
            Optional<Duration> missed =
                    needsKvm ? MissedBoots.in(files.made().folder()).of(monitor, kernel) : Optional.empty();
            if (missed.isPresent()) {
                return new ProviderStatus.Unavailable(
                        "A machine had not come up after " + missed.get().toSeconds()
                                + " s, in this boot of the host: KVM is there, but does not carry machines",
                        "nested virtualisation must be switched on where this host is a machine itself; to try again all the"
                                + " same: ./sandboxed clean, or sandbox." + name() + ".kvm=any" + hint());
            }
            Optional<Kvm.Obstacle> obstacle = obstacle();
            if (obstacle.isPresent()) {
                return new ProviderStatus.Unavailable(
                        obstacle.get().reason(), obstacle.get().remedy() + hint());
            }
            return new ProviderStatus.Available(
                    monitor.version(),
                    Map.of(
                            "kernel",
                            kernel.file().toString(),
                            "processors",
                            monitor.emulates() ? "emulated by software, which is slow" : "virtual, by KVM"));
        } catch (ProviderUnavailableException e) {
            return new ProviderStatus.Unavailable(e.what(), e.remedy().orElse(""));
        }
    }

    /** Looks at KVM, unless nobody needs it or a patient person has said that it will do. */
    private Optional<Kvm.Obstacle> obstacle() {
        return needsKvm ? Kvm.obstacle() : Optional.empty();
    }

    private String hint() {
        return kind == Kind.QEMU
                ? "; or let software emulate it, which is slow: sandbox.qemu." + Choice.ACCELERATOR.name() + "=tcg"
                : "";
    }

    /** The one of the settings, or the one that was provisioned, which is found as programs are. */
    private GuestKernel kernel() {
        String named = context().settings().get(KERNEL);
        Path kernel = named != null
                ? Path.of(named)
                : HostPrograms.locate(null, List.of(Kind.KERNEL), context()).orElseThrow(this::withoutKernel);
        return GuestKernel.at(kernel);
    }

    private ProviderUnavailableException withoutKernel() {
        return new ProviderUnavailableException(Fault.of("There is no kernel for machines: the setting 'sandbox."
                        + name() + "." + KERNEL + "' names none, and no '" + Kind.KERNEL + "' was provisioned")
                .provider(name())
                .remedy("./sandboxed provision " + name()
                        + ", or name a kernel, or the folder that a package with one was"
                        + " unpacked to, with SANDBOX_" + name().toUpperCase(Locale.ROOT) + "_KERNEL"));
    }

    @Override
    protected SandboxSpec completed(SandboxSpec spec) {
        return ProxyTrust.completed(spec);
    }

    @Override
    protected AbstractSandbox begin(Beginning beginning) throws IOException {
        // It is made while the image is looked for.
        @Nullable
        NetworkRoom network =
                NetworkTools.beginFor(beginning.creation(), context(), name()).orElse(null);
        try {
            return begin(beginning, network);
        } catch (IOException | RuntimeException | Error e) {
            if (network != null) {
                network.close();
            }
            throw e;
        }
    }

    private AbstractSandbox begin(Beginning beginning, @Nullable NetworkRoom network) throws IOException {
        Creation creation = beginning.creation();
        Monitor monitor = kind.find(context(), creation.deadline().remaining());
        Rootfs image = image(creation);
        SandboxInfo info = info(beginning.record(), monitor.version(), beginning.folder());
        return new MicrovmLaunch(
                        beginning, monitor, kernel(), files, image, context().settings(), network)
                .begin(service -> new MicrovmSandbox(beginning, info, capabilities(), service));
    }

    private Rootfs image(Creation creation) throws IOException {
        @Nullable
        Rootfs image = creation.spec()
                .image()
                .or(() -> Optional.ofNullable(context().settings().get(IMAGE)))
                .map(images::get)
                .orElse(null);
        if (image == null) {
            image = files.defaultRoot(Kind.architecture());
        }
        creation.deadline().check("unpacking the image");
        return image;
    }

    /** What machines boot and are copied from is made again when it is needed, and those that run keep what they have. */
    @Override
    public ReapReport clean() {
        try {
            return new ReapReport(files.made().clear(), List.of());
        } catch (IOException e) {
            return new ReapReport(
                    List.of(), List.of("cannot empty '" + files.made().folder() + "': " + e));
        }
    }

    @Override
    protected Optional<SandboxInfo> describe(SandboxRecord record) {
        return Optional.of(info(record, name(), store().folderOf(record.id())));
    }

    /** Links to its sockets lie outside of its folder, and a monitor in a jail does not carry the mark of the sandbox. */
    @Override
    protected boolean tearDown(String id) throws IOException {
        boolean dead = (kind != Kind.FIRECRACKER || Jail.killAll(id)) && super.tearDown(id);
        Path folder = store().folderOf(id);
        SocketPath.forget(folder);
        SocketPath.forget(folder.resolve(SavedMachines.BOOT));
        return dead;
    }

    private SandboxInfo info(SandboxRecord record, String version, Path folder) {
        return record.info(new SandboxInfo.RunsOn(name(), version, Isolation.MICROVM), folder.toString());
    }
}
