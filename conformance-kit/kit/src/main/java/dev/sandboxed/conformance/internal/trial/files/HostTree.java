package dev.sandboxed.conformance.internal.trial.files;

import dev.sandboxed.api.internal.files.FileModes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A folder on the host, as trees go in and out of sandboxes. */
public final class HostTree {

    private static final int ALL_BITS = 07777;
    private static final int SET_ID = 06000;

    private final Path top;

    private HostTree(Path top) {
        this.top = top;
    }

    /** Returns the tree in a folder. */
    public static HostTree at(Path top) {
        return new HostTree(top);
    }

    /** Returns the names of what lies directly in a folder. */
    public static Set<String> names(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            Set<String> names = new TreeSet<>();
            children.forEach(child -> names.add(child.getFileName().toString()));
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a folder with a mode. */
    public HostTree folder(String path, int mode) {
        return make(path, mode, Files::createDirectories);
    }

    /** Makes a file with a text and a mode. */
    public HostTree file(String path, String text, int mode) {
        return make(path, mode, file -> {
            Files.createDirectories(file.getParent());
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        });
    }

    /** Makes a link. */
    public HostTree link(String path, String target) {
        try {
            Files.createSymbolicLink(top.resolve(path), Path.of(target));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns everything below, one line each: links with their targets, files with mode and text, folders with mode. */
    public Map<String, String> describe() {
        return each(HostTree::describe);
    }

    /** Returns the modes of all below that run as their owner or as their group, in octal digits. */
    public Map<String, String> specialModes() {
        Map<String, String> modes = each(path -> Integer.toOctalString(bits(path)));
        modes.values().removeIf(mode -> (Integer.parseInt(mode, 8) & SET_ID) == 0);
        return modes;
    }

    private static int bits(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & ALL_BITS;
    }

    /** Returns something of everything below. */
    private Map<String, String> each(Saying saying) {
        Map<String, String> lines = new TreeMap<>();
        if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
            return lines;
        }
        try (Stream<Path> all = Files.walk(top)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                lines.put(top.relativize(path).toString(), saying.of(path));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        lines.remove("");
        return lines;
    }

    private static String describe(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return "link to " + Files.readSymbolicLink(path);
        }
        String mode = Integer.toOctalString(FileModes.toBits(Files.getPosixFilePermissions(path)));
        return Files.isDirectory(path) ? "folder " + mode : "file " + mode + " " + Files.readString(path);
    }

    private HostTree make(String path, int mode, Making making) {
        try {
            Path made = top.resolve(path);
            making.make(made);
            Files.setPosixFilePermissions(made, FileModes.toPermissions(mode));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says something of a file or folder. */
    @FunctionalInterface
    private interface Saying {
        String of(Path path) throws IOException;
    }

    /** Makes something that has no mode yet. */
    @FunctionalInterface
    private interface Making {
        void make(Path path) throws IOException;
    }
}
