package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.linux.internal.host.DeviceFiles;
import dev.sandboxed.linux.internal.host.HostSystem;
import dev.sandboxed.linux.internal.host.KernelFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is seen inside: the sandbox's own root, and in it a few devices and the processes of the host; where there is no
 * image, its programs and libraries as well.
 *
 * <p>PRoot makes up places for what the root has no place for, and leaves them behind when it is killed; so each is made
 * here.
 */
final class RootView {

    private final RootedPaths paths;
    private final List<String> options = new ArrayList<>();

    private RootView(RootedPaths paths) {
        this.paths = paths;
        options.addAll(List.of("-r", paths.root().toString()));
    }

    /** Makes the places in a root that already has programs, and returns the options of PRoot. */
    static List<String> ofImage(RootedPaths paths) throws IOException {
        RootView view = new RootView(paths);
        view.addKernel();
        return List.copyOf(view.options);
    }

    /** Makes the places in a root that shall have the programs of the host, and returns the options of PRoot. */
    static List<String> ofHost(RootedPaths paths) throws IOException {
        RootView view = new RootView(paths);
        view.addKernel();
        HostSystem host = HostSystem.lookInItsNetwork(HostSystem.TOP);
        for (String name : host.folders()) {
            view.bind(HostSystem.TOP.resolve(name));
        }
        for (Map.Entry<String, Path> link : host.links().entrySet()) {
            view.link(HostSystem.TOP.resolve(link.getKey()), link.getValue());
        }
        for (HostSystem.Setting setting : host.settings()) {
            if (setting.folder()) {
                view.bind(setting.source());
            } else {
                view.copy(setting.source());
            }
        }
        return List.copyOf(view.options);
    }

    private void addKernel() throws IOException {
        bind(Path.of(KernelFiles.PROCESSES));
        for (String name : DeviceFiles.HARMLESS) {
            Path place = placeOf(Path.of("/dev", name));
            if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                Files.createFile(place);
            }
            bindAt(Path.of("/dev", name));
        }
        for (Map.Entry<String, String> link : DeviceFiles.LINKS.entrySet()) {
            link(Path.of("/dev", link.getKey()), Path.of(link.getValue()));
        }
        for (String open : List.of("/tmp", "/var/tmp", "/dev/shm")) {
            Path folder = Files.createDirectories(paths.follow(open));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
    }

    private void link(Path inside, Path target) throws IOException {
        Path link = placeOf(inside);
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
            Files.createSymbolicLink(link, target);
        }
    }

    private void bind(Path folder) throws IOException {
        Files.createDirectories(placeOf(folder));
        bindAt(folder);
    }

    private void bindAt(Path path) {
        options.addAll(List.of("-b", path.toString()));
    }

    /** Copied: they are small, and a command that changes them must not change them for the host. */
    private void copy(Path file) throws IOException {
        Path place = placeOf(file);
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            Files.copy(file, place, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /** Returns the path below the root where something of the host is seen; the folder around it is made. */
    private Path placeOf(Path ofHost) throws IOException {
        Files.createDirectories(paths.follow(String.valueOf(ofHost.getParent())));
        return paths.locate(ofHost.toString());
    }
}
