package dev.sandboxed.provider.oci.cgroup;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files through which the kernel tells of a control group. Old hosts have one hierarchy for each controller, new ones
 * have one for all, some have both.
 *
 * <p>They are read and written as streams: channels would refuse to work for a thread that was interrupted, which is just
 * when there is something to clean up.
 *
 * @param name what the group is called
 */
record GroupFiles(String name) {

    static final Path MOUNT = Path.of("/sys/fs/cgroup");

    /** Tell whether there is one hierarchy for all controllers. */
    static boolean isUnified() {
        return Files.exists(MOUNT.resolve("cgroup.controllers"));
    }

    static Set<String> controllers() {
        Set<String> found = new TreeSet<>();
        if (isUnified()) {
            found.addAll(List.of(
                    read(MOUNT.resolve("cgroup.controllers")).orElse("").strip().split(" ")));
            found.add("freezer");
            return found;
        }
        try (DirectoryStream<Path> hierarchies = Files.newDirectoryStream(MOUNT)) {
            hierarchies.forEach(hierarchy ->
                    found.addAll(List.of(hierarchy.getFileName().toString().split(","))));
        } catch (IOException none) {
            // Then there are none.
        }
        return found;
    }

    /** Find its folders, one in each hierarchy that has it. */
    List<Path> folders() {
        if (isUnified()) {
            Path only = MOUNT.resolve(name);
            return Files.isDirectory(only) ? List.of(only) : List.of();
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> hierarchies = Files.newDirectoryStream(MOUNT)) {
            for (Path hierarchy : hierarchies) {
                Path folder = hierarchy.resolve(name);
                if (!Files.isSymbolicLink(hierarchy) && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    found.add(folder);
                }
            }
        } catch (IOException none) {
            // Then there is no group either.
        }
        return found;
    }

    /** Read the first of these files that holds a number. */
    Optional<Long> number(String... files) {
        return Stream.of(files)
                .flatMap(file -> text(file).stream())
                .map(String::strip)
                .filter(text -> text.matches("[0-9]{1,18}"))
                .map(Long::valueOf)
                .findFirst();
    }

    /** Read the number behind a key; zero if there is none. */
    long field(String file, String key) {
        return text(file).stream()
                .flatMap(String::lines)
                .map(line -> line.split(" ", 2))
                .filter(words -> words.length == 2 && words[0].equals(key))
                .map(words -> Long.valueOf(words[1]))
                .findFirst()
                .orElse(0L);
    }

    Optional<String> text(String file) {
        return file(file).flatMap(GroupFiles::read);
    }

    Optional<Path> file(String called) {
        return folders().stream()
                .map(folder -> folder.resolve(called))
                .filter(Files::exists)
                .findFirst();
    }

    static Optional<String> read(Path file) {
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return Optional.of(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    static void write(Path file, String value) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(value.getBytes(StandardCharsets.US_ASCII));
        }
    }
}
