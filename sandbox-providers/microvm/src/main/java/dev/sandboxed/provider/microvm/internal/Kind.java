package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.provision.Architecture;
import dev.sandboxed.api.provision.Checksum;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Published;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.provider.microvm.internal.firecracker.Firecracker;
import dev.sandboxed.provider.microvm.internal.machine.Monitor;
import dev.sandboxed.provider.microvm.internal.qemu.Qemu;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The monitors that are driven here. */
enum Kind {
    /** Firecracker, which needs KVM. */
    FIRECRACKER("firecracker", Duration.ofMillis(300)) {
        @Override
        Program program() {
            return Program.of("firecracker", EVERYTHING, released("firecracker"));
        }

        @Override
        Monitor monitor(Path program, String version, ProviderContext context) {
            return new Firecracker(program, version, context.settings().getOrDefault(ARGUMENTS, ""), jailer(context));
        }

        @Override
        List<Requirement> requirements() {
            List<Requirement> all = new ArrayList<>(super.requirements());
            all.add(
                    1,
                    Program.of(JAILER, "locking Firecracker in, where the user is root", released(JAILER))
                            .orWithout());
            return all;
        }

        @Override
        boolean needsKvm(ProviderContext context) {
            return true;
        }
    },
    /** QEMU, with KVM or without. */
    QEMU("qemu", Duration.ofSeconds(2)) {
        @Override
        Program program() {
            boolean arm = architecture() == Architecture.AARCH64;
            return Program.of(
                    arm ? "qemu-system-aarch64" : "qemu-system-x86_64",
                    EVERYTHING,
                    new Source.Packages(Map.of(
                            PackageManager.APT, List.of(arm ? "qemu-system-arm" : "qemu-system-x86"),
                            PackageManager.DNF, List.of(arm ? "qemu-system-aarch64" : "qemu-system-x86"),
                            PackageManager.APK, List.of(arm ? "qemu-system-aarch64" : "qemu-system-x86_64"))));
        }

        @Override
        Monitor monitor(Path program, String version, ProviderContext context) {
            Map<String, String> settings = context.settings();
            return new Qemu(
                    program,
                    version,
                    Choice.ACCELERATOR.of(provider(), settings),
                    architecture(),
                    settings.getOrDefault(MACHINE, ""),
                    settings.getOrDefault(ARGUMENTS, ""));
        }

        @Override
        boolean needsKvm(ProviderContext context) {
            return Choice.ACCELERATOR.of(provider(), context.settings()).equals("kvm");
        }
    };

    /** What the kernel of machines is called where things are found by their names. */
    static final String KERNEL = "guest-kernel";

    private static final String EVERYTHING = "everything";
    private static final String RELEASE = "1.16.1";
    private static final String ARGUMENTS = "kernelArguments";
    private static final String MACHINE = "machine";
    private static final String PROGRAM = "program";
    private static final String JAILER = "jailer";
    private static final String WITHOUT = "none";

    private final String provider;
    private final Duration typicalStart;

    Kind(String provider, Duration typicalStart) {
        this.provider = provider;
        this.typicalStart = typicalStart;
    }

    /** Returns the name of the provider. */
    String provider() {
        return provider;
    }

    /** Returns how long it usually takes to start a machine from a saved one. */
    Duration typicalStart() {
        return typicalStart;
    }

    /** Returns the program that runs machines, and where it can come from. */
    abstract Program program();

    abstract Monitor monitor(Path program, String version, ProviderContext context);

    /** Returns whether its machines need virtualisation by the kernel, as things are set. */
    abstract boolean needsKvm(ProviderContext context);

    /** Returns all that it needs of the host. */
    List<Requirement> requirements() {
        return List.of(
                program(),
                Requirement.of("/dev/kvm", "machines at the speed of the host"),
                Program.of(
                        KERNEL,
                        "everything, unless the setting 'kernel' names one",
                        Source.Unpacked.newest(
                                PackageManager.APT,
                                "linux-image-cloud-" + HostPlatform.architecture(),
                                "linux-image-")),
                Program.of("mkfs.ext4", "the disks of machines", Source.Packages.onLinux("e2fsprogs")),
                Program.of(
                                "musl-gcc",
                                "what listens in machines",
                                new Source.Packages(Map.of(PackageManager.APT, List.of("musl-tools"))))
                        .or(List.of("gcc", "cc")),
                Program.of(
                                "busybox",
                                "the root file system of specs that name no image",
                                new Source.Packages(Map.of(
                                        PackageManager.APT, List.of("busybox-static"),
                                        PackageManager.DNF, List.of("busybox"),
                                        PackageManager.APK, List.of("busybox-static"))))
                        .orWithout());
    }

    /**
     * Looks for the program and asks it for its version.
     *
     * @throws ProviderUnavailableException if there is none, or it does not answer in time
     */
    Monitor find(ProviderContext context, Duration limit) {
        Program needed = program();
        Path file = HostPrograms.locate(context.settings().get(PROGRAM), needed.names(), context)
                .orElseThrow(() -> new ProviderUnavailableException(Fault.of("The program '"
                                + context.settings().getOrDefault(PROGRAM, needed.name()) + "' is not installed here")
                        .provider(provider)
                        .remedy("./sandboxed provision " + provider + ", or put it in the path or name it with sandbox."
                                + provider + "." + PROGRAM)));
        ExecResult answer = HostTool.run(Command.of(file.toString(), "--version"), limit);
        if (!answer.succeeded()) {
            throw new ProviderUnavailableException(
                    Fault.of("'" + file + " --version' did not answer: " + answer.describe())
                            .provider(provider)
                            .remedy("look at what it says; it may be for another architecture"));
        }
        return monitor(
                real(file),
                answer.stdout().lines().findFirst().orElse("unknown").strip(),
                context);
    }

    /** A jail is named by the program that a link leads to. */
    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file;
        }
    }

    /**
     * Looks for what locks Firecracker in. It needs root, so that nobody else looks for it unless it is named.
     *
     * @throws ProviderUnavailableException if the one that is named is not there, or this user is not root
     */
    private static Optional<Path> jailer(ProviderContext context) {
        String named = context.settings().get(JAILER);
        if (WITHOUT.equals(named) || (named == null && !HostPlatform.isRoot())) {
            return Optional.empty();
        }
        Optional<Path> found = HostPrograms.locate(named, List.of(JAILER), context);
        if (named != null && (found.isEmpty() || !HostPlatform.isRoot())) {
            throw new ProviderUnavailableException(Fault.of("The jailer '" + named + "' "
                            + (found.isEmpty() ? "is not there" : "needs root, which this user is not"))
                    .provider(FIRECRACKER.provider)
                    .remedy("name another with sandbox.firecracker." + JAILER + ", or do without: sandbox.firecracker."
                            + JAILER + "=" + WITHOUT));
        }
        return found;
    }

    /** Its makers publish an archive for each architecture, with all of their programs, and the SHA-256 of that. */
    private static Source released(String program) {
        return new Source.Release(
                RELEASE,
                URI.create("https://github.com/firecracker-microvm/firecracker/releases/download/"),
                Map.of(
                        Architecture.X86_64,
                        archive("x86_64", "382a02a869e4d6d5cb14c40577f9545e8458021ea8b0b2d3fc10ec14d9c242e6", program),
                        Architecture.AARCH64,
                        archive(
                                "aarch64",
                                "8d0e69f6d6f9a1724551f607f18504052c16c1828ee3d4d7b6e6c73380871e0e",
                                program)));
    }

    private static Published archive(String architecture, String sha256, String program) {
        String name = "-v" + RELEASE + "-" + architecture;
        return Published.archive(
                "v" + RELEASE + "/firecracker" + name + ".tgz",
                Checksum.sha256(sha256),
                "release" + name + "/" + program + name);
    }

    static Architecture architecture() {
        return HostPlatform.architecture().equals("arm64") ? Architecture.AARCH64 : Architecture.X86_64;
    }
}
