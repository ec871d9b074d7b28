package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.junit.internal.guest.GuestMain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * A class path in the order in which it is used inside. A class-data archive holds classes of jars only, and only if they come before
 * every folder; so jars are put first where nobody can tell the difference, because no folder has what a jar has as well.
 *
 * @param entries all that exist
 * @param jars the jars among them
 * @param folders the folders among them
 * @param archivable whether jars come first
 */
record OrderedPath(List<Path> entries, List<Path> jars, List<Path> folders, boolean archivable) {

    /** What several have without one taking the place of the other. */
    private static final List<String> SHARED = List.of("META-INF/MANIFEST.MF", "META-INF/services/", "META-INF/maven/");

    static OrderedPath of(List<String> classPath) throws IOException {
        Set<Path> present = classPath.stream()
                .map(entry -> Path.of(entry).toAbsolutePath().normalize())
                .filter(Files::exists)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        List<Path> folders = present.stream().filter(Files::isDirectory).toList();
        List<Path> jars =
                present.stream().filter(entry -> !folders.contains(entry)).toList();
        if (overlap(folders, jars)) {
            return new OrderedPath(List.copyOf(present), jars, folders, folders.isEmpty());
        }
        List<Path> ordered = new ArrayList<>(jars);
        ordered.addAll(folders);
        return new OrderedPath(List.copyOf(ordered), jars, folders, true);
    }

    private static boolean overlap(List<Path> folders, List<Path> jars) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(Files::isRegularFile)
                        .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                        .filter(name -> SHARED.stream().noneMatch(name::startsWith))
                        .forEach(names::add);
            }
        }
        return jars.stream().anyMatch(jar -> hasOne(jar, names));
    }

    /** Returns whether jars come first, and one of them has the program that an archive is made with. */
    boolean canStartFromJars() {
        String program = GuestMain.class.getName().replace('.', '/') + ".class";
        return archivable && jars.stream().anyMatch(jar -> hasOne(jar, Set.of(program)));
    }

    /** What is no jar has nothing: a JVM passes over it, too. */
    private static boolean hasOne(Path jar, Set<String> names) {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            return names.stream().anyMatch(name -> file.getEntry(name) != null);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns a name for it that changes with it. Of jars the size and time count, since reading all of them would take longer than
     * many tests; of folders only the paths, since they are used as they are.
     */
    String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((byte) (OrderedPath.class.desiredAssertionStatus() ? 1 : 0));
            for (Path entry : entries) {
                String jar = folders.contains(entry)
                        ? "folder"
                        : Files.size(entry) + " "
                                + Files.getLastModifiedTime(entry).toMillis();
                digest.update((entry + " " + jar + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException | IOException e) {
            throw new IllegalStateException("Cannot tell the class path from others: " + e.getMessage(), e);
        }
    }
}
