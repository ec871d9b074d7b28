package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.spec.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The JDK that runs the tests here.
 *
 * @param home its folder
 */
record HostJava(Path home) {

    /** What of it a JVM needs; of the rest some distributions have links to documents. */
    private static final List<String> NEEDED = List.of("bin", "conf", "lib");

    String program() {
        return home.resolve("bin/java").toString();
    }

    /**
     * Returns what makes it visible inside, where it is here. Distributions put settings elsewhere and link to them; where those links
     * lead is mounted as well.
     */
    List<Mount> mounts() throws IOException {
        TreeSet<Path> folders = new TreeSet<>();
        folders.add(home);
        for (String part : NEEDED) {
            Path folder = home.resolve(part);
            if (!Files.isDirectory(folder)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path link : files.filter(Files::isSymbolicLink).toList()) {
                    target(link, folders);
                }
            }
        }
        List<Mount> mounts = new ArrayList<>();
        for (Path folder : folders) {
            if (mounts.stream().noneMatch(mount -> folder.startsWith(mount.source()))) {
                mounts.add(Mount.readOnly(folder, folder.toString()));
            }
        }
        return mounts;
    }

    /** Only settings and certificates: whatever else a link leads to is for programs with windows. */
    private void target(Path link, TreeSet<Path> folders) throws IOException {
        Path named = link.resolveSibling(Files.readSymbolicLink(link)).normalize();
        Path folder = named.getParent();
        if (folder != null && !named.startsWith(home) && named.startsWith("/etc") && Files.exists(named)) {
            // A folder of settings is one mount instead of many; but never all settings of the host.
            folders.add(Files.isDirectory(named) || folder.getNameCount() < 2 ? named : folder);
        }
    }
}
