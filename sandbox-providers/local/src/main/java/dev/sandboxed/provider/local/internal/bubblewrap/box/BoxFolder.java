package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.folder.internal.files.UnixMode;
import dev.sandboxed.folder.internal.layers.LayeredArchive;
import dev.sandboxed.linux.internal.mount.Overlay;
import dev.sandboxed.linux.internal.seccomp.FilterProgram;
import dev.sandboxed.network.internal.NetworkRoom;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder of a sandbox on the host. Only what lies below {@link #files} can be changed from inside; everything else may be
 * believed.
 *
 * @param path where it is
 */
public record BoxFolder(Path path) {

    private static final int OPEN_TO_ALL = 01777;
    private static final int OPEN = 0755;
    private static final Pattern FIRST_PROCESS = Pattern.compile("\"child-pid\":\\s*([0-9]{1,9})");
    private static final byte[] FILTER = FilterProgram.forBoxes();

    private static final String USERS = """
            root:x:0:0:root:/:/bin/sh
            sandbox:x:1000:1000:sandbox:%s:/bin/sh
            nobody:x:65534:65534:nobody:/:/bin/false
            """;

    /** Returns the folder of all that can be changed from inside; whoever makes the sandbox makes it, as large as it may be. */
    public Path files() {
        return path.resolve("files");
    }

    /** Returns the part of a snapshot that has the workdir, at the path that it has inside. */
    public Path root() {
        return files().resolve("root");
    }

    /** Returns the folder of what was changed of the host's programs; there is none where those are read-only. */
    private Path changes() {
        return files().resolve("changes");
    }

    Path workdir(String inside) {
        return files().resolve("root" + inside);
    }

    Path temporary() {
        return files().resolve("tmp");
    }

    Path doors() {
        return path.resolve("doors");
    }

    Path arguments() {
        return path.resolve("arguments");
    }

    Path users() {
        return path.resolve("passwd");
    }

    Path resolver() {
        return path.resolve("resolv.conf");
    }

    private Path controlGroups() {
        return path.resolve("cgroups");
    }

    private Path first() {
        return path.resolve("first");
    }

    /** Returns whether there are changes to the host's programs, or room for them. */
    boolean isLayered() {
        return Files.isDirectory(changes());
    }

    /** Allows changes to the host's programs. */
    void layer() throws IOException {
        Files.createDirectory(changes());
    }

    /** Makes what the overlays need, where a snapshot has not brought it. */
    void prepareOverlays() throws IOException {
        for (Overlay overlay : overlays()) {
            if (!Files.exists(overlay.upper())) {
                Files.createDirectory(overlay.upper());
                UnixMode.set(overlay.upper(), OPEN);
            }
            Files.createDirectory(overlay.work());
            Files.createDirectory(overlay.target());
        }
    }

    /** Lists what shows the host's programs with the changes to them; nothing where they are read-only. */
    List<Overlay> overlays() {
        return isLayered() ? RootView.PROGRAMS.stream().map(this::overlay).toList() : List.of();
    }

    private Overlay overlay(Path programs) {
        String name = programs.getFileName().toString();
        return new Overlay(
                programs, changes().resolve(name), files().resolve(name + "-work"), path.resolve(name + "-shown"));
    }

    /** Returns what packs the files of a snapshot. Where nothing was changed, it needs no room for changes. */
    public LayeredArchive toPack() throws IOException {
        return isChanged() ? toUnpack() : new LayeredArchive(files(), List.of(root()));
    }

    /** Returns what unpacks the files of a snapshot. */
    public LayeredArchive toUnpack() {
        return new LayeredArchive(files(), List.of(root(), changes()));
    }

    private boolean isChanged() throws IOException {
        for (Overlay overlay : overlays()) {
            try (DirectoryStream<Path> changed = Files.newDirectoryStream(overlay.upper())) {
                if (changed.iterator().hasNext()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Makes all that bubblewrap needs to find in it, with the given arguments for it. */
    void prepare(String workdir, List<String> arguments) throws IOException {
        Files.createDirectories(workdir(workdir));
        Files.createDirectory(doors());
        Files.createDirectory(temporary());
        UnixMode.set(temporary(), OPEN_TO_ALL);
        Files.writeString(users(), USERS.formatted(workdir));
        Files.writeString(resolver(), NetworkRoom.RESOLVER);
        Files.write(path.resolve("filter"), FILTER);
        Files.writeString(arguments(), String.join("\0", arguments) + "\0", StandardCharsets.UTF_8);
    }

    /** Writes down which control groups will have to be removed; before they are made, since we may die at any moment. */
    public void remember(List<Path> groups) throws IOException {
        Files.write(controlGroups(), groups.stream().map(Path::toString).toList());
    }

    /** Lists the control groups that were written down; none where the folder is gone, which may happen at any moment. */
    public List<Path> remembered() throws IOException {
        try {
            return Files.readAllLines(controlGroups()).stream().map(Path::of).toList();
        } catch (NoSuchFileException neverMadeOrRemovedMeanwhile) {
            return List.of();
        }
    }

    /** Returns which process of the host is the first one inside; nothing as long as there is none. */
    public OptionalInt firstProcess() {
        try {
            Matcher told = FIRST_PROCESS.matcher(Files.readString(first()));
            return told.find() ? OptionalInt.of(Integer.parseInt(told.group(1))) : OptionalInt.empty();
        } catch (IOException notYet) {
            return OptionalInt.empty();
        }
    }
}
