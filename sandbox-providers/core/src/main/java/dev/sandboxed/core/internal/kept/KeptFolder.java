package dev.sandboxed.core.internal.kept;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files about kept sandboxes, one each, for this user alone: there may be much in the environment of a sandbox, and what a file says is
 * mounted when its sandbox is opened.
 */
final class KeptFolder {

    private static final String SUFFIX = ".properties";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,200}");

    private final Path folder;

    KeptFolder(Path state) {
        this.folder = state.resolve("kept-states");
    }

    /**
     * What the folder holds.
     *
     * @param sandboxes those that could be read, the one first whose time is up first
     * @param failures what could not be read, one sentence each
     */
    record Listing(List<KeptSandbox> sandboxes, List<String> failures) {}

    Path fileOf(KeptSandbox kept) {
        return folder.resolve(kept.id() + SUFFIX);
    }

    /**
     * Writes the file about a sandbox, in place of an earlier one.
     *
     * @throws IOException if the host refuses, or the folder is not this user's own
     */
    void write(KeptSandbox kept) throws IOException {
        if (!ID.matcher(kept.id()).matches()) {
            throw new IOException("'" + kept.id() + "' cannot be the name of a file");
        }
        UserFolder.make(folder);
        UserFolder.require(folder);
        // Such files are made for their owner alone.
        Path fresh = Files.createTempFile(folder, HalfMade.PREFIX, SUFFIX);
        try {
            Files.writeString(fresh, KeptFile.write(kept));
            Files.move(fresh, fileOf(kept), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    void remove(KeptSandbox kept) throws IOException {
        Files.deleteIfExists(fileOf(kept));
    }

    /** Removes what those left behind who were killed while they wrote. */
    void removeHalfMade(Instant now) throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            UserFolder.require(folder);
            HalfMade.sweep(folder, now);
        }
    }

    /**
     * Reads all files.
     *
     * @throws IOException if the host refuses, or the folder is not this user's own
     */
    Listing list() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(folder)) {
            files = found.filter(file -> isRecord(file.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException nothingWasEverKept) {
            return new Listing(List.of(), List.of());
        }
        if (!files.isEmpty()) {
            UserFolder.require(folder);
        }
        List<KeptSandbox> sandboxes = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (Path file : files) {
            try {
                read(file).ifPresent(sandboxes::add);
            } catch (IOException e) {
                failures.add("'" + file + "' cannot be used: " + e.getMessage() + "; delete it to forget that sandbox");
            }
        }
        sandboxes.sort(Comparator.comparing(KeptSandbox::until).thenComparing(KeptSandbox::id));
        return new Listing(sandboxes, failures);
    }

    /** What a file says is its id becomes the name of a file, and of a snapshot that is removed. */
    private Optional<KeptSandbox> read(Path file) throws IOException {
        try {
            KeptSandbox kept = KeptFile.read(Files.readString(file));
            if (!ID.matcher(kept.id()).matches() || !file.equals(fileOf(kept))) {
                throw new IOException("it is about '" + kept.id() + "', which is not its name");
            }
            return Optional.of(kept);
        } catch (NoSuchFileException removedMeanwhile) {
            return Optional.empty();
        }
    }

    private static boolean isRecord(String name) {
        return name.endsWith(SUFFIX) && ID.matcher(name).matches();
    }
}
