package dev.sandboxed.provider.local.bubblewrap.box;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a sandbox sees of the host's files: programs and libraries, and of the settings only what those need and nobody has
 * to keep to himself. All of it is read-only. Or the folders of an image instead.
 */
final class RootView {

    private static final List<String> SYSTEM = List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32");

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

    private static final List<String> NETWORK_SETTINGS = List.of("resolv.conf", "hosts", "gai.conf", "host.conf");

    /** Made for each sandbox, whatever an image has there. */
    private static final Set<String> OURS = Set.of("dev", "proc", "sys", "tmp", "run");

    private RootView() {}

    /** Show the host's programs; settings of the network only where there is one. */
    static List<String> ofHost(boolean network) throws IOException {
        List<String> arguments = new ArrayList<>();
        readOnly(arguments, Path.of("/usr"), "/usr");
        for (String name : SYSTEM) {
            show(arguments, Path.of("/", name), "/" + name);
        }
        List<String> settings = new ArrayList<>(SETTINGS);
        if (network) {
            settings.addAll(NETWORK_SETTINGS);
        }
        for (String name : settings) {
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
