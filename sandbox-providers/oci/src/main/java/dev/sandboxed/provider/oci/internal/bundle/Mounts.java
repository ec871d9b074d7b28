package dev.sandboxed.provider.oci.internal.bundle;

import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.host.HostSystem;
import dev.sandboxed.linux.internal.mount.ContainerMount;
import dev.sandboxed.linux.internal.mount.Overlay;
import dev.sandboxed.provider.oci.internal.kernel.ContainerKernel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is mounted in a container, by its runtime. */
final class Mounts {

    private final ContainerKernel kernel;
    private final SandboxSpec spec;
    private final BundleFolder bundle;
    private final boolean reachesOut;
    private final HostSystem host;
    private final LayeredRoot files;
    private final Path shown;
    private final List<ContainerMount> all = new ArrayList<>();

    Mounts(ContainerConfig config, HostSystem host) {
        this.kernel = config.kind().kernel();
        this.spec = config.spec();
        this.bundle = config.bundle();
        this.reachesOut = config.network() != null;
        this.host = host;
        this.files = config.files();
        this.shown = config.shownRoot();
    }

    List<Map<String, Object>> written() throws IOException {
        all.addAll(kernel.systemMounts());
        host.folders().forEach(name -> all.add(kernel.hostFolder(changed(name), spec.readOnlyRoot())));
        for (HostSystem.Setting setting : host.settings()) {
            if (setting.folder()) {
                bind(setting.source(), setting.path(), false);
            }
        }
        if (reachesOut) {
            // Mounted, so that no snapshot and no image has a say in it, nor keeps it; and read-only, since it lies
            // where no
            // limit of disk holds.
            bind(bundle.resolver(), "/etc/resolv.conf", false);
        }
        for (String folder : kernel.foldersToMount()) {
            keepWritable(folder);
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
        return all.stream().map(Mounts::written).toList();
    }

    private static Map<String, Object> written(ContainerMount mount) {
        return Map.of(
                "destination", mount.target(),
                "type", mount.type(),
                "source", mount.source(),
                "options", mount.options());
    }

    private Overlay changed(String name) {
        Path folder = Path.of("/", name);
        return new Overlay(folder, bundle.changes().resolve(name), bundle.work().resolve(name), folder);
    }

    private void keepWritable(String path) throws IOException {
        bind(shown.resolve(files.resolve(path)), path, true);
    }

    private void bind(Path source, String target, boolean writable) {
        all.add(ContainerMount.bind(source, target, writable));
    }
}
