package dev.sandboxed.provider.oci.internal.bundle;

import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.internal.files.UnixMode;
import dev.sandboxed.linux.internal.host.HostSystem;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the root file system of a container, as far as it is no folder of the host. */
final class RootFolder {

    static final int OPEN = 0755;
    private static final int TEMPORARY = 01777;
    private static final int PRIVATE = 0700;

    private static final Map<String, Integer> FOLDERS = Map.of(
            "proc", OPEN, "sys", OPEN, "dev", OPEN, "etc", OPEN, "run", OPEN, "home", OPEN, "var", OPEN, "root",
            PRIVATE);

    private final BundleFolder bundle;
    private final HostSystem host;

    RootFolder(BundleFolder bundle, HostSystem host) {
        this.bundle = bundle;
        this.host = host;
    }

    /**
     * Makes what is missing.
     *
     * @param whole whether all that a sandbox had is there already, so that only places for mounts may be missing
     */
    void make(boolean whole) throws IOException {
        Path root = bundle.root();
        folder(root, OPEN);
        for (Map.Entry<String, Integer> entry : FOLDERS.entrySet()) {
            folder(root.resolve(entry.getKey()), entry.getValue());
        }
        folder(root.resolve("tmp"), TEMPORARY);
        for (String name : host.folders()) {
            folder(root.resolve(name), OPEN);
            folder(Files.createDirectories(bundle.changes()).resolve(name), OPEN);
            folder(Files.createDirectories(bundle.work()).resolve(name), OPEN);
        }
        for (Map.Entry<String, Path> link : host.links().entrySet()) {
            Path at = root.resolve(link.getKey());
            if (!exists(at)) {
                Files.createSymbolicLink(at, link.getValue());
            }
        }
        if (!whole) {
            folder(inside("/var/tmp"), TEMPORARY);
            settings();
        }
    }

    private void settings() throws IOException {
        for (HostSystem.Setting setting : host.settings()) {
            Path at = inside(setting.path());
            if (exists(at)) {
                continue;
            }
            folders(at.getParent());
            if (setting.folder()) {
                folder(at, OPEN);
            } else {
                Files.copy(setting.source(), at, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Path hosts = inside("/etc/hosts");
        if (!exists(hosts)) {
            Files.writeString(hosts, HostSystem.HOSTS);
        }
    }

    /** What a snapshot has put there may be links, and none of them may lead us out. */
    private Path inside(String path) {
        return new RootedPaths(bundle.root(), "/").follow(path);
    }

    /** Makes the workdir, and gives it to the user that commands run as. */
    void makeWorkdir(SandboxSpec spec, Account user) throws IOException {
        Path workdir = inside(spec.workdir());
        if (Files.isDirectory(workdir)) {
            return;
        }
        Files.createDirectories(workdir);
        UnixMode.set(workdir, OPEN);
        if (!HostPlatform.isRoot()) {
            // Inside, whoever we are is root, and there is nobody else.
            return;
        }
        Files.setAttribute(workdir, "unix:uid", user.uid(), LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(workdir, "unix:gid", user.gid(), LinkOption.NOFOLLOW_LINKS);
    }

    /** Creates a folder and those above it, for everybody to enter. */
    private static void folders(@Nullable Path path) throws IOException {
        if (path != null && !exists(path)) {
            folders(path.getParent());
            folder(path, OPEN);
        }
    }

    static void folder(Path path, int mode) throws IOException {
        if (!exists(path)) {
            Files.createDirectory(path);
            UnixMode.set(path, mode);
        }
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
