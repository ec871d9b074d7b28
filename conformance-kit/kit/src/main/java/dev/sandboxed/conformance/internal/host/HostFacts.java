package dev.sandboxed.conformance.internal.host;

import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The machine a certificate speaks of.
 *
 * @param os name of the operating system
 * @param arch its architecture
 * @param kernel version of its kernel
 * @param cpus processors
 * @param memory physical memory
 * @param virtualisation {@code kvm} where hardware virtualisation can be used, {@code none} where it cannot
 */
public record HostFacts(String os, String arch, String kernel, int cpus, DataSize memory, String virtualisation) {

    /** Returns the facts of this machine. */
    public static HostFacts current() {
        return new HostFacts(
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors(),
                DataSize.ofBytes(physicalMemory()),
                usable(Path.of("/dev/kvm")) ? "kvm" : "none");
    }

    /** Returns the environment of this process, which no sandbox may see. */
    public static Map<String, String> environment() {
        return System.getenv();
    }

    /** Returns the folders in which programs keep files of all kinds, as far as they are there and can be written. */
    public static List<Path> writableFolders() {
        return Stream.of(
                        System.getProperty("java.io.tmpdir"),
                        "/var/tmp",
                        "/dev/shm",
                        System.getProperty("user.home"),
                        System.getProperty("user.dir"))
                .map(folder -> Path.of(folder).toAbsolutePath().normalize())
                .distinct()
                .filter(folder -> Files.isDirectory(folder) && Files.isWritable(folder))
                .toList();
    }

    /** Returns a small file of the host such as those in {@code /proc}; empty where there is none. */
    public static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Found out by opening it: a device may have a name, and permissions, and nothing behind them. */
    private static boolean usable(Path device) {
        try (FileChannel opened = FileChannel.open(device, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return opened.isOpen();
        } catch (IOException e) {
            return false;
        }
    }

    private static long physicalMemory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : 0;
    }
}
