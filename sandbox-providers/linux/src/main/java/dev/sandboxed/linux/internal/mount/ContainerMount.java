package dev.sandboxed.linux.internal.mount;

import java.nio.file.Path;
import java.util.List;

/**
 * Something that is mounted in a container, in its own mount namespace: nothing of it can stay on the host.
 *
 * @param target where it is mounted, inside
 * @param type the kind of file system, or {@code bind}
 * @param source what is mounted; a mere name for file systems of the kernel
 * @param options how it is mounted, in the words of {@code mount}
 */
public record ContainerMount(String target, String type, String source, List<String> options) {

    /** The file systems of the kernel that programs expect, whichever kernel they run on. */
    public static final List<ContainerMount> SYSTEM = List.of(
            of("/proc", "proc", "proc", "nosuid", "noexec", "nodev"),
            of("/dev", "tmpfs", "tmpfs", "nosuid", "strictatime", "mode=755", "size=65536k"),
            of("/dev/pts", "devpts", "devpts", "nosuid", "noexec", "newinstance", "ptmxmode=0666", "mode=0620"),
            of("/dev/shm", "tmpfs", "shm", "nosuid", "noexec", "nodev", "mode=1777", "size=65536k"),
            of("/sys", "sysfs", "sysfs", "nosuid", "noexec", "nodev", "ro"));

    /** The file systems that only the host's kernel has: message queues, and what control groups tell of limits. */
    public static final List<ContainerMount> OF_SHARED_KERNEL = List.of(
            of("/dev/mqueue", "mqueue", "mqueue", "nosuid", "noexec", "nodev"),
            of("/sys/fs/cgroup", "cgroup", "cgroup", "nosuid", "noexec", "nodev", "relatime", "ro"));

    public ContainerMount {
        options = List.copyOf(options);
    }

    /** Returns one that shows a file or folder of the host. */
    public static ContainerMount bind(Path source, String target, boolean writable) {
        return of(target, "bind", source.toString(), "rbind", "rprivate", "nosuid", "nodev", access(writable));
    }

    /** Returns one that shows an overlay. */
    public static ContainerMount overlay(Overlay overlay, boolean writable) {
        // In one piece: what a runtime does not know it passes on to the kernel.
        return of(overlay.target().toString(), "overlay", "overlay", overlay.options(), access(writable));
    }

    private static String access(boolean writable) {
        return writable ? "rw" : "ro";
    }

    private static ContainerMount of(String target, String type, String source, String... options) {
        return new ContainerMount(target, type, source, List.of(options));
    }
}
