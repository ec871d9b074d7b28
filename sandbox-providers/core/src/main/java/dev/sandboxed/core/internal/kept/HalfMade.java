package dev.sandboxed.core.internal.kept;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Files and folders that live for a moment, until they get their name or are removed. One that is old was left by a process that was killed. */
final class HalfMade {

    /** What the name of each begins with. */
    static final String PREFIX = ".new-";

    private static final String PROBE = ".owner-";
    private static final Duration LONGEST = Duration.ofHours(1);

    private HalfMade() {}

    static boolean is(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(PREFIX) || name.startsWith(PROBE);
    }

    /** Returns whether one is so old that nobody is at work on it. */
    static boolean isLeft(Path file, Instant now) throws IOException {
        return isOlder(file, now.minus(LONGEST));
    }

    /** Returns a name beside something for what is on its way to be removed; no two are the same. */
    static Path beside(Path folder) {
        return folder.resolveSibling(PREFIX + UUID.randomUUID());
    }

    /** Returns whether a file was last written before a moment; one that is not there was not. */
    static boolean isOlder(Path file, Instant moment) throws IOException {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .isBefore(moment);
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    /** Removes all that are left in a folder of files. */
    static void sweep(Path folder, Instant now) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.list(folder)) {
            all = found.filter(HalfMade::is).toList();
        } catch (NoSuchFileException nothingThere) {
            return;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path each : all) {
            if (isLeft(each, now)) {
                Files.deleteIfExists(each);
            }
        }
    }
}
