package dev.sandboxed.linux.internal.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The part of the host's files that a sandbox sees: programs and libraries, and of the settings those that programs need to
 * run at all. Nothing that belongs to users, to services or to us, and no keys.
 *
 * @param folders top-level folders with programs and libraries, by name
 * @param links top-level links to such folders, by name, and where they lead
 * @param settings files and folders below {@code /etc} that are there
 */
public record HostSystem(List<String> folders, Map<String, Path> links, List<Setting> settings) {

    /**
     * Something below {@code /etc}.
     *
     * @param source where it is on the host
     * @param path its path inside
     * @param folder whether it is a folder
     */
    public record Setting(Path source, String path, boolean folder) {}

    /** Where all begins on a host. */
    public static final Path TOP = Path.of("/");

    /** What a sandbox has instead of the host's {@code /etc/hosts}. */
    public static final String HOSTS = "127.0.0.1\tlocalhost\n::1\tlocalhost\n";

    private static final String ETC = "etc";
    private static final Pattern SYSTEM = Pattern.compile("usr|bin|sbin|lib[a-z0-9]*");

    /**
     * Users by name, shared libraries, the choice between programs, the time zone, kinds of files, shells. Folders are few,
     * since each is a mount of its own.
     */
    private static final List<String> NEEDED = List.of(
            "passwd",
            "group",
            "nsswitch.conf",
            "services",
            "protocols",
            "ld.so.cache",
            "alternatives",
            "localtime",
            "timezone",
            "mime.types",
            "os-release",
            "profile",
            "bash.bashrc",
            "shells",
            "ssl/openssl.cnf",
            "crypto-policies");

    /** Whom to trust, for those who reach anybody. Folders with private keys lie beside these, and not in them. */
    private static final List<String> CERTIFICATES = List.of("ssl/certs", "pki/tls/certs", "pki/ca-trust/extracted");

    /** Whom to ask for the names of other hosts, for those who are in the network of the host itself. */
    private static final List<String> NAMES = List.of("hosts", "resolv.conf", "host.conf");

    /** Returns nothing of the host, for a sandbox that has an image. */
    public static HostSystem none() {
        return new HostSystem(List.of(), Map.of(), List.of());
    }

    /**
     * Returns what there is.
     *
     * @param host the folder that all begins in
     * @param reachesOut whether the sandbox has a network
     */
    public static HostSystem look(Path host, boolean reachesOut) throws IOException {
        HostSystem system = new HostSystem(new ArrayList<>(), new TreeMap<>(), new ArrayList<>());
        try (DirectoryStream<Path> top = Files.newDirectoryStream(host)) {
            for (Path path : top) {
                String name = path.getFileName().toString();
                if (!SYSTEM.matcher(name).matches()) {
                    continue;
                }
                if (Files.isSymbolicLink(path)) {
                    system.links.put(name, Files.readSymbolicLink(path));
                } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    system.folders.add(name);
                }
            }
        }
        Collections.sort(system.folders);
        Path etc = host.resolve(ETC);
        for (String name : NEEDED) {
            system.add(etc, etc.resolve(name));
        }
        if (reachesOut) {
            for (String name : CERTIFICATES) {
                system.add(etc, etc.resolve(name));
            }
        }
        for (Path file : JavaSettings.in(etc, reachesOut)) {
            system.add(etc, file);
        }
        return system;
    }

    /**
     * Returns what there is for a sandbox in the network of the host itself.
     *
     * @param host the folder that all begins in
     */
    public static HostSystem lookInItsNetwork(Path host) throws IOException {
        HostSystem system = look(host, true);
        Path etc = host.resolve(ETC);
        for (String name : NAMES) {
            system.add(etc, etc.resolve(name));
        }
        return system;
    }

    /** What the host keeps from its own users is not for a sandbox either, although root inside could read it. */
    private void add(Path etc, Path source) throws IOException {
        boolean folder = Files.isDirectory(source);
        if ((folder || Files.isRegularFile(source))
                && Files.getPosixFilePermissions(source).contains(PosixFilePermission.OTHERS_READ)) {
            settings.add(new Setting(source, "/" + ETC + "/" + etc.relativize(source), folder));
        }
    }
}
