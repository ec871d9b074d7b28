package dev.sandboxed.provider.local.proot;

import dev.sandboxed.folder.files.RootedPaths;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * What is seen inside: the sandbox's own root, and in it a few devices and the processes of the host; where there is no
 * image, its programs and libraries as well.
 *
 * <p>PRoot makes up places for what the root has no place for, and leaves them behind when it is killed; so each is made
 * here.
 */
final class RootView {

    private static final List<String> DEVICES = List.of("null", "zero", "full", "random", "urandom", "tty");
    private static final List<String> PROGRAMS = List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32");
    /** Copied: they are small, and a command that changes them must not change them for the host. */
    private static final List<String> SETTINGS = List.of(
            "passwd",
            "group",
            "hosts",
            "resolv.conf",
            "nsswitch.conf",
            "host.conf",
            "protocols",
            "services",
            "ld.so.cache",
            "localtime",
            "mime.types");
    /** What programs look up there: certificates, which of several versions is meant, and settings of languages. */
    private static final String LOOKED_UP = "{ssl,pki,ca-certificates,alternatives,ld.so.conf.d,java*,python*,perl}";

    private final RootedPaths paths;
    private final List<String> options = new ArrayList<>();

    private RootView(RootedPaths paths) {
        this.paths = paths;
        options.addAll(List.of("-r", paths.root().toString()));
    }

    /** Make the places in a root that already has programs, and give the options of PRoot. */
    static List<String> ofImage(RootedPaths paths) throws IOException {
        RootView view = new RootView(paths);
        view.addKernel();
        return List.copyOf(view.options);
    }

    /** Make the places in a root that shall have the programs of the host, and give the options of PRoot. */
    static List<String> ofHost(RootedPaths paths) throws IOException {
        RootView view = new RootView(paths);
        view.addKernel();
        view.bind(Path.of("/usr"));
        for (String name : PROGRAMS) {
            view.addPrograms(Path.of("/" + name));
        }
        for (String name : SETTINGS) {
            view.copy(Path.of("/etc", name));
        }
        try (DirectoryStream<Path> lookedUp = Files.newDirectoryStream(Path.of("/etc"), LOOKED_UP)) {
            for (Path folder : lookedUp) {
                view.bind(folder);
            }
        }
        return List.copyOf(view.options);
    }

    private void addKernel() throws IOException {
        bind(Path.of("/proc"));
        for (String name : DEVICES) {
            Path place = placeOf(Path.of("/dev", name));
            if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                Files.createFile(place);
            }
            bindAt(Path.of("/dev", name));
        }
        link("fd", "/proc/self/fd");
        link("stdin", "/proc/self/fd/0");
        link("stdout", "/proc/self/fd/1");
        link("stderr", "/proc/self/fd/2");
        for (String open : List.of("/tmp", "/var/tmp", "/dev/shm")) {
            Path folder = Files.createDirectories(paths.follow(open));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
    }

    private void link(String name, String target) throws IOException {
        Path link = placeOf(Path.of("/dev", name));
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
            Files.createSymbolicLink(link, Path.of(target));
        }
    }

    /** On most systems they are links into /usr. */
    private void addPrograms(Path folder) throws IOException {
        if (!Files.isSymbolicLink(folder)) {
            bind(folder);
            return;
        }
        Path place = placeOf(folder);
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            Files.createSymbolicLink(place, Files.readSymbolicLink(folder));
        }
    }

    private void bind(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            Files.createDirectories(placeOf(folder));
            bindAt(folder);
        }
    }

    private void bindAt(Path path) {
        options.addAll(List.of("-b", path.toString()));
    }

    private void copy(Path file) throws IOException {
        Path place = placeOf(file);
        if (Files.isRegularFile(file) && Files.isReadable(file) && !Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            Files.copy(file, place, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /** Give the path below the root where something of the host is seen; the folder around it is made. */
    private Path placeOf(Path ofHost) throws IOException {
        Files.createDirectories(paths.follow(String.valueOf(ofHost.getParent())));
        return paths.locate(ofHost.toString());
    }
}
