package dev.sandboxed.provider.microvm.internal.drive;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.provision.Architecture;
import dev.sandboxed.folder.internal.files.UnixMode;
import dev.sandboxed.folder.internal.store.Checksum;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.guest.internal.busybox.BusyboxRoot;
import dev.sandboxed.guest.internal.busybox.HostBusybox;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/** The root file system of machines whose spec names no image, made from the static busybox of this host. */
final class DefaultRoot {

    static final String REMEDY = "apt-get install busybox-static, or name an image with the setting 'image'";

    private static final int X86_64 = 62;
    private static final int AARCH64 = 183;

    private DefaultRoot() {}

    /**
     * Returns it.
     *
     * @throws ProviderUnavailableException if this host has no static busybox
     */
    static Rootfs get(ProviderContext context, Architecture architecture, MadeOnce made) throws IOException {
        HostBusybox busybox = find(context, architecture);
        Path root = made.get("root", busybox.file() + Checksum.of(busybox.file()), place -> {
            Files.createDirectory(place);
            BusyboxRoot.write(busybox.program(), busybox.applets(), new Folder(place));
        });
        return new Rootfs(root, Map.of());
    }

    /** Looks for the busybox, and fails as {@link #get} does. */
    static HostBusybox find(ProviderContext context, Architecture architecture) {
        int wanted = architecture == Architecture.AARCH64 ? AARCH64 : X86_64;
        return HostBusybox.find(HostBusybox.folders(context), machine -> machine == wanted)
                .orElseThrow(() -> new ProviderUnavailableException(
                        Fault.of("This host has no static busybox to make a root file system from")
                                .remedy(REMEDY)));
    }

    /** Writes to a folder of this host, where only root can give files away. */
    private record Folder(Path root) implements BusyboxRoot.Place {

        @Override
        public void folder(String path, int mode, int owner) throws IOException {
            Path folder = Files.createDirectory(root.resolve(path));
            UnixMode.set(folder, mode);
            if (HostPlatform.isRoot()) {
                Files.setAttribute(folder, "unix:uid", owner, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(folder, "unix:gid", owner, LinkOption.NOFOLLOW_LINKS);
            }
        }

        @Override
        public void file(String path, int mode, byte[] content) throws IOException {
            UnixMode.set(Files.write(root.resolve(path), content), mode);
        }

        @Override
        public void link(String path, String target) throws IOException {
            Files.createSymbolicLink(root.resolve(path), Path.of(target));
        }
    }
}
