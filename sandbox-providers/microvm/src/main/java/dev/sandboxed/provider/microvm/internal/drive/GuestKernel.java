package dev.sandboxed.provider.microvm.internal.drive;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A kernel for virtual machines.
 *
 * @param file the kernel as its makers publish it
 * @param modules what must be loaded into it, in no order; none for a kernel that has all of that built in
 */
public record GuestKernel(Path file, List<Path> modules) {

    /** What machines need of the kernel of a distribution, where nearly everything is a module. */
    private static final Set<String> NEEDED = Set.of(
            "virtio",
            "virtio_ring",
            "virtio_mmio",
            "virtio_blk",
            "failover",
            "net_failover",
            "dimlib",
            "virtio_net",
            "virtio-rng",
            "overlay",
            "vsock",
            "vmw_vsock_virtio_transport_common",
            "vmw_vsock_virtio_transport");

    private static final int DEPTH = 12;
    private static final int BEGINNING = 1024;
    private static final int LINUX_AT = 0x202;
    private static final int ARM_AT = 0x38;

    public GuestKernel {
        modules = List.copyOf(modules);
    }

    /**
     * Finds the kernel that a setting names, or that was provisioned.
     *
     * @param named a kernel that has all drivers built in, or a folder that a package of a kernel was unpacked to
     * @throws ProviderUnavailableException if there is none
     */
    public static GuestKernel at(Path named) {
        try {
            if (Files.isRegularFile(named)) {
                if (!isKernel(named)) {
                    throw unusable(named, "it begins as no kernel does, neither for x86_64 nor for aarch64");
                }
                return new GuestKernel(named.toRealPath(), List.of());
            }
            if (Files.isDirectory(named.resolve("boot"))) {
                return unpackedTo(named.toRealPath());
            }
        } catch (IOException e) {
            throw unusable(named, e.toString());
        }
        throw unusable(named, "it is neither a file nor a folder with 'boot' in it");
    }

    /** Looks for what kernels have near their beginning: packed for x86_64, packed or not for aarch64, or an ELF file. */
    private static boolean isKernel(Path file) throws IOException {
        byte[] bytes;
        try (InputStream content = Files.newInputStream(file)) {
            bytes = content.readNBytes(BEGINNING);
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.startsWith("\u007fELF")
                || text.startsWith("\u001f\u008b")
                || text.startsWith("HdrS", LINUX_AT)
                || text.startsWith("ARMd", ARM_AT);
    }

    /** Without links: one that leads elsewhere by now would bring the modules of another kernel. */
    private static GuestKernel unpackedTo(Path folder) throws IOException {
        Path modules = folder.resolve("lib/modules");
        // Where newer distributions have them.
        Path merged = folder.resolve("usr/lib/modules");
        return new GuestKernel(
                newest(folder.resolve("boot")).toRealPath(),
                modulesBelow(Files.isDirectory(merged) ? merged : modules));
    }

    private static Path newest(Path boot) throws IOException {
        try (Stream<Path> files = Files.list(boot)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("vmlinuz"))
                    .max(Comparator.comparing(Path::toString))
                    .orElseThrow(() -> unusable(boot, "there is no vmlinuz in it"));
        }
    }

    private static List<Path> modulesBelow(Path folder) throws IOException {
        try (Stream<Path> files = Files.find(folder, DEPTH, (file, about) -> about.isRegularFile())) {
            return files.filter(file ->
                            NEEDED.contains(String.valueOf(file.getFileName()).replaceFirst("\\.ko.*$", "")))
                    .sorted()
                    .toList();
        }
    }

    private static ProviderUnavailableException unusable(Path named, String why) {
        return new ProviderUnavailableException(Fault.of("'" + named + "' is no kernel for a virtual machine: " + why)
                .remedy(
                        "./sandboxed provision qemu gets one; or name one with the setting 'kernel': a file, or the folder"
                                + " that Debian's linux-image-cloud package was unpacked to with dpkg-deb -x"));
    }

    /** Returns what tells it apart from others. */
    public String fingerprint() throws IOException {
        StringBuilder all = new StringBuilder(describe(file));
        for (Path module : modules) {
            all.append(describe(module));
        }
        return all.toString();
    }

    private static String describe(Path file) throws IOException {
        return file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file) + "\n";
    }
}
