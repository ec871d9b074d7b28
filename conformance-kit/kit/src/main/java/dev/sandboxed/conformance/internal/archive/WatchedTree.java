package dev.sandboxed.conformance.internal.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A folder of the host in which nothing may change: files, folders and links of several modes, under the names that {@link
 * HostileArchives} use as well. Deep in it there is a room to work in, which is not watched; whatever climbs out of that
 * comes by here.
 */
public final class WatchedTree {

    static final List<String> NAMES = List.of("a", "b", "c", "d");

    /** How many folders up from the room one is still in the tree. */
    static final int ROOM_DEPTH = 3;

    private static final int LEVELS = 3;
    private static final String ROOM = "room";

    private final Path top;
    private final Path room;

    private WatchedTree(Path top, Path room) {
        this.top = top;
        this.room = room;
    }

    /**
     * Makes one.
     *
     * @param top where, in a folder that is there; nothing is there yet
     * @throws UncheckedIOException if it cannot be made
     */
    public static WatchedTree make(Path top) {
        try {
            fill(Files.createDirectory(top.toAbsolutePath()), LEVELS);
            Path real = top.toRealPath();
            return new WatchedTree(
                    real, Files.createDirectory(real.resolve("a").resolve("b").resolve(ROOM)));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a tree to watch in '" + top + "'", e);
        }
    }

    private static void fill(Path folder, int levels) throws IOException {
        for (int i = 0; i < NAMES.size(); i++) {
            Path place = folder.resolve(NAMES.get(i));
            if (i < 2 && levels > 1) {
                fill(Files.createDirectory(place), levels - 1);
                Files.setPosixFilePermissions(
                        place, PosixFilePermissions.fromString(i == 0 ? "rwxr-xr-x" : "rwx------"));
            } else if (i == 2) {
                Files.createSymbolicLink(place, Path.of("d"));
            } else {
                Files.writeString(place, "precious " + levels);
                Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rw-r-----"));
            }
        }
    }

    /** Returns the folder that links of hostile archives should lead to. */
    public Path top() {
        return top;
    }

    /** Returns the folder to work in, which is empty at first. */
    public Path room() {
        return room;
    }

    /**
     * Returns all that can be known of everything but the room: kind, mode, owner, number of names, size, times and
     * content, by path. Whatever somebody does to it changes the answer, even if it is undone.
     *
     * @throws UncheckedIOException if it cannot be read
     */
    public Map<String, String> describe() {
        Map<String, String> lines = new TreeMap<>();
        try {
            Files.walkFileTree(top, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes any) throws IOException {
                    if (folder.equals(room)) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    return visitFile(folder, any);
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes any) throws IOException {
                    lines.put(top.relativize(file).toString(), describe(file, any));
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot look at '" + top + "'", e);
        }
        return lines;
    }

    private static String describe(Path file, BasicFileAttributes known) throws IOException {
        Map<String, Object> all =
                Files.readAttributes(file, "unix:mode,uid,gid,nlink,ctime,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
        String content = known.isSymbolicLink()
                ? Files.readSymbolicLink(file).toString()
                : known.isRegularFile() ? text(file) : "";
        return new TreeMap<>(all) + " " + content;
    }

    private static String text(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        return content.length + ":" + Arrays.hashCode(content) + ":" + new String(content, StandardCharsets.ISO_8859_1);
    }
}
