package dev.sandboxed.core.internal.kept;

import dev.sandboxed.api.ReapReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The class paths of tests that run inside sandboxes, each in a folder named by what is in it. A JVM holds a lock in each that it uses, which
 * ends with the JVM however that ends, and the time of another file says when it was last used.
 */
public final class ClassPathFolders {

    /** The file in each folder whose time is that of its last use. */
    public static final String SIGN = "sign";

    /** The file in each folder that its users lock. Nobody else opens it: whoever closes it in a JVM ends the lock of that JVM. */
    private static final String LOCK = "lock";

    /** What all class paths are in, below the state folder. */
    public static final String FOLDER = "inside";

    private static final String HALF_MADE = ".new-";
    private static final Duration LONGEST_UNUSED = Duration.ofDays(7);

    /** Held until this JVM ends. */
    private static final Map<Path, FileChannel> HELD = new HashMap<>();

    private ClassPathFolders() {}

    /**
     * Sees to it that a folder is not removed while this JVM lives.
     *
     * @return whether it is there; if not, it has been removed just now, and can be made again
     * @throws IOException if the host refuses
     */
    public static boolean use(Path folder) throws IOException {
        Path sign = folder.resolve(SIGN);
        synchronized (HELD) {
            try {
                if (!HELD.containsKey(folder) && !hold(folder, sign)) {
                    return false;
                }
                Files.setLastModifiedTime(sign, FileTime.from(Instant.now()));
                return true;
            } catch (NoSuchFileException removed) {
                // Somebody who knows nothing of locks did that.
                HELD.remove(folder);
                return false;
            }
        }
    }

    private static boolean hold(Path folder, Path sign) throws IOException {
        Object before = identity(sign);
        FileChannel channel = open(folder);
        try {
            channel.lock(0, Long.MAX_VALUE, true);
            if (Objects.equals(before, identity(sign))) {
                HELD.put(folder, channel);
                return true;
            }
        } catch (IOException | OverlappingFileLockException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return false;
    }

    private static FileChannel open(Path folder) throws IOException {
        return FileChannel.open(
                folder.resolve(LOCK), StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    }

    private static Object identity(Path file) throws IOException {
        return Objects.requireNonNullElse(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey(), file);
    }

    /** Removes those that no JVM uses and that were not used for a week. */
    public static ReapReport sweep(Path state) {
        return sweep(state, Instant.now());
    }

    static ReapReport sweep(Path state, Instant now) {
        List<String> removed = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        Path all = state.resolve(FOLDER);
        try {
            for (Path folder : folders(all)) {
                try {
                    if (removeUnused(folder, now.minus(LONGEST_UNUSED))) {
                        removed.add(folder.toString());
                    }
                } catch (IOException e) {
                    failures.add("the class path in '" + folder + "' cannot be removed: " + e);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            failures.add("class paths in '" + all + "' cannot be looked for: " + e.getMessage());
        }
        return new ReapReport(removed, failures);
    }

    /** Returns whether there may be something to remove. */
    static boolean areIn(Path state) {
        return Files.isDirectory(state.resolve(FOLDER), LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> folders(Path all) throws IOException {
        if (!Files.isDirectory(all, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        UserFolder.require(all);
        try (Stream<Path> found = Files.list(all)) {
            return found.filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
    }

    private static boolean removeUnused(Path folder, Instant oldest) throws IOException {
        boolean halfMade = folder.getFileName().toString().startsWith(HALF_MADE);
        Path sign = halfMade ? folder : folder.resolve(SIGN);
        synchronized (HELD) {
            if (HELD.containsKey(folder) || !isOlder(sign, oldest)) {
                return false;
            }
            return halfMade ? remove(folder) : removeUnlocked(folder, sign, oldest);
        }
    }

    private static boolean removeUnlocked(Path folder, Path sign, Instant oldest) throws IOException {
        Path aside = folder.resolveSibling(HALF_MADE + folder.getFileName());
        try (FileChannel channel = open(folder);
                FileLock lock = channel.tryLock()) {
            // Somebody may have used it, and have ended, since its time was looked at.
            if (lock == null || !isOlder(sign, oldest)) {
                return false;
            }
            Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
        } catch (OverlappingFileLockException usedInThisJvm) {
            return false;
        }
        return remove(aside);
    }

    private static boolean remove(Path folder) throws IOException {
        UserFolder.remove(folder);
        return true;
    }

    private static boolean isOlder(Path file, Instant oldest) throws IOException {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .isBefore(oldest);
        } catch (NoSuchFileException none) {
            return false;
        }
    }
}
