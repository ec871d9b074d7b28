package dev.sandboxed.provider.oci.bundle;

import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.host.HostSystem;
import dev.sandboxed.linux.mount.Overlay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is mounted in a container, by its runtime and in its own namespace: nothing of it can stay on the host. */
final class Mounts {

    private final Kind kind;
    private final SandboxSpec spec;
    private final BundleFolder bundle;
    private final boolean reachesOut;
    private final HostSystem host;
    private final LayeredRoot files;
    private final Path shown;
    private final List<Map<String, Object>> all = new ArrayList<>();

    Mounts(ContainerConfig config, HostSystem host) {
        this.kind = config.kind();
        this.spec = config.spec();
        this.bundle = config.bundle();
        this.reachesOut = config.network() != null;
        this.host = host;
        this.files = config.files();
        this.shown = config.shownRoot();
    }

    List<Map<String, Object>> written() throws IOException {
        kernel();
        host.folders().forEach(this::programs);
        for (HostSystem.Setting setting : host.settings()) {
            if (setting.folder()) {
                bind(setting.source(), setting.path(), false);
            }
        }
        if (reachesOut) {
            // Mounted, so that no snapshot and no image has a say in it, nor keeps it.
            bind(bundle.resolver(), "/etc/resolv.conf", !spec.readOnlyRoot());
        }
        if (!kind.sharesKernel()) {
            // It would take an empty one for its own, and keep what is in there to itself.
            keepWritable("/tmp");
        }
        if (spec.readOnlyRoot()) {
            // Over themselves, since a mount of its own stays writable when the root no longer is.
            keepWritable("/tmp");
            keepWritable(spec.workdir());
            if (files.find("/var/tmp").isPresent()) {
                keepWritable("/var/tmp");
            }
        }
        for (Mount mount : spec.mounts()) {
            bind(mount.source(), mount.target(), mount.writable());
        }
        return all;
    }

    private void kernel() {
        add("/proc", "proc", "proc", "nosuid", "noexec", "nodev");
        add("/dev", "tmpfs", "tmpfs", "nosuid", "strictatime", "mode=755", "size=65536k");
        add("/dev/pts", "devpts", "devpts", "nosuid", "noexec", "newinstance", "ptmxmode=0666", "mode=0620");
        add("/dev/shm", "tmpfs", "shm", "nosuid", "noexec", "nodev", "mode=1777", "size=65536k");
        add("/sys", "sysfs", "sysfs", "nosuid", "noexec", "nodev", "ro");
        if (kind.sharesKernel()) {
            add("/dev/mqueue", "mqueue", "mqueue", "nosuid", "noexec", "nodev");
            add("/sys/fs/cgroup", "cgroup", "cgroup", "nosuid", "noexec", "nodev", "relatime", "ro");
        }
    }

    /** A folder of the host looks writable where the kernel can put changes elsewhere. */
    private void programs(String name) {
        Path folder = Path.of("/", name);
        if (!kind.sharesKernel()) {
            bind(folder, folder.toString(), false);
            return;
        }
        Overlay overlay = new Overlay(
                folder, bundle.changes().resolve(name), bundle.work().resolve(name), folder);
        // In one piece: what a runtime does not know it passes on to the kernel. Even where nothing may be changed, a
        // snapshot
        // may have brought changes.
        String access = spec.readOnlyRoot() ? "ro" : "rw";
        add(overlay.target().toString(), "overlay", "overlay", overlay.options(), access);
    }

    private void keepWritable(String path) throws IOException {
        bind(shown.resolve(files.resolve(path)), path, true);
    }

    private void bind(Path source, String target, boolean writable) {
        add(target, "bind", source.toString(), "rbind", "rprivate", "nosuid", "nodev", writable ? "rw" : "ro");
    }

    private void add(String target, String type, String source, String... options) {
        all.add(Map.of("destination", target, "type", type, "source", source, "options", List.of(options)));
    }
}
