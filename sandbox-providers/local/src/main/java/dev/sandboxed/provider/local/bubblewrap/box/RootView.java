package dev.sandboxed.provider.local.bubblewrap.box;

import dev.sandboxed.process.posix.Overlay;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a sandbox sees of the host's files: programs and libraries, and of the settings only what those need and nobody has
 * to keep to himself. Programs and libraries can look as if they were changed;
 * all else is read-only. Or the folders of an image instead.
 */
final class RootView {

    private static final List<Path> SYSTEM = Stream.of("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32")
            .map(name -> Path.of("/", name))
            .filter(Files::exists)
            .toList();

    /** The host's folders with programs and libraries, without those that are only links to others. */
    static final List<Path> PROGRAMS =
            SYSTEM.stream().filter(folder -> !Files.isSymbolicLink(folder)).toList();

    /** Folders with private keys in them are left out: a sandbox of root's could read them. */
    private static final List<String> SETTINGS = List.of(
            "ld.so.cache",
            "alternatives",
            "nsswitch.conf",
            "localtime",
            "timezone",
            "protocols",
            "services",
            "mime.types",
            "ssl/certs",
            "ssl/openssl.cnf",
            "pki/tls/certs",
            "pki/ca-trust/extracted");

    /** Made for each sandbox, whatever an image has there. */
    private static final Set<String> OURS = Set.of("dev", "proc", "sys", "tmp", "run");

    private RootView() {}

    /**
     * Show the host's programs.
     *
     * @param overlays what shows the programs with changes to them; nothing to show them as they are
     * @param writable whether there may be more changes
     */
    static List<String> ofHost(List<Overlay> overlays, boolean writable) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (Path folder : SYSTEM) {
            Optional<Overlay> changed = overlays.stream()
                    .filter(overlay -> overlay.lower().equals(folder))
                    .findFirst();
            if (changed.isPresent()) {
                String how = writable ? "--bind" : "--ro-bind";
                arguments.addAll(List.of(how, changed.get().target().toString(), folder.toString()));
            } else {
                show(arguments, folder, folder.toString());
            }
        }
        for (String name : SETTINGS) {
            if (Files.exists(Path.of("/etc", name))) {
                readOnly(arguments, Path.of("/etc", name).toRealPath(), "/etc/" + name);
            }
        }
        for (Path java : children(Path.of("/etc"), "java-*")) {
            readOnly(arguments, java, java.toString());
            Path passwords = java.resolve("management");
            if (Files.isDirectory(passwords)) {
                arguments.addAll(List.of("--tmpfs", passwords.toString()));
            }
        }
        return arguments;
    }

    /** Show everything in a folder as the root, except what each sandbox has of its own. */
    static List<String> ofImage(Path folder) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (Path child : children(folder, "*")) {
            String name = child.getFileName().toString();
            if (!OURS.contains(name)) {
                show(arguments, child, "/" + name);
            }
        }
        return arguments;
    }

    private static void show(List<String> arguments, Path source, String target) throws IOException {
        if (Files.isSymbolicLink(source)) {
            arguments.addAll(List.of("--symlink", Files.readSymbolicLink(source).toString(), target));
        } else if (Files.exists(source)) {
            readOnly(arguments, source, target);
        }
    }

    private static void readOnly(List<String> arguments, Path source, String target) {
        arguments.addAll(List.of("--ro-bind", source.toString(), target));
    }

    private static Set<Path> children(Path folder, String pattern) throws IOException {
        Set<Path> sorted = new TreeSet<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
                found.forEach(sorted::add);
            }
        }
        return sorted;
    }
}
