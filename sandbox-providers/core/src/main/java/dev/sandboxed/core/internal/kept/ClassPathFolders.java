package dev.sandboxed.core.internal.kept;

import dev.sandboxed.api.ReapReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
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

    private static final Duration LONGEST_UNUSED = Duration.ofDays(7);

    /** Held until this JVM ends, by this class or by the same of another class loader. */
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
                // Somebody who knows nothing of locks did that, such as a program that removes old temporary files.
                letGo(folder);
                putAside(folder);
                return false;
            }
        }
    }

    private static void letGo(Path folder) throws IOException {
        FileChannel channel = HELD.remove(folder);
        if (channel != null) {
            channel.close();
        }
    }

    /** What is left without its sign may lack more than that, so that it is to be made again. Others may still use what is left. */
    private static void putAside(Path folder) throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && !Files.exists(folder.resolve(SIGN))) {
            try {
                Files.move(folder, HalfMade.beside(folder), StandardCopyOption.ATOMIC_MOVE);
            } catch (NoSuchFileException doneByAnother) {
                return;
            }
        }
    }

    private static boolean hold(Path folder, Path sign) throws IOException {
        Object before = identity(sign);
        FileChannel channel = open(folder);
        try {
            channel.lock(0, Long.MAX_VALUE, true);
        } catch (OverlappingFileLockException heldByThisJvm) {
            // Another class loader holds it. To close a channel here would end its lock.
            HELD.put(folder, channel);
            return true;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        HELD.put(folder, channel);
        if (Objects.equals(before, identity(sign))) {
            return true;
        }
        letGo(folder);
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
                    if (removeUnused(folder, now)) {
                        removed.add(folder.toString());
                    }
                } catch (IOException | UncheckedIOException e) {
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
            return found.filter(each -> HalfMade.is(each) || Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
    }

    private static boolean removeUnused(Path folder, Instant now) throws IOException {
        synchronized (HELD) {
            if (HELD.containsKey(folder)) {
                return false;
            }
            if (HalfMade.is(folder)) {
                return HalfMade.isLeft(folder, now) && removeHalfMade(folder);
            }
            Instant oldest = now.minus(LONGEST_UNUSED);
            return HalfMade.isOlder(lastUsed(folder), oldest) && removeUnlocked(folder, oldest);
        }
    }

    /** Returns what has the time of its last use. */
    private static Path lastUsed(Path folder) {
        Path sign = folder.resolve(SIGN);
        return Files.exists(sign, LinkOption.NOFOLLOW_LINKS) ? sign : folder;
    }

    /** One that was put aside may be in use. */
    private static boolean removeHalfMade(Path folder) throws IOException {
        return Files.exists(folder.resolve(LOCK), LinkOption.NOFOLLOW_LINKS)
                ? removeUnlocked(folder, Instant.MAX)
                : remove(folder);
    }

    private static boolean removeUnlocked(Path folder, Instant oldest) throws IOException {
        FileChannel channel = open(folder);
        Path aside = HalfMade.beside(folder);
        try {
            if (channel.tryLock() == null || isUsedSince(folder, oldest)) {
                channel.close();
                return false;
            }
            Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
        } catch (OverlappingFileLockException heldByThisJvm) {
            HELD.put(folder, channel);
            return false;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return remove(aside);
    }

    /** Somebody may have used it, and have ended, since its time was looked at. To open the lock may have changed the time of the folder. */
    private static boolean isUsedSince(Path folder, Instant oldest) throws IOException {
        Path sign = folder.resolve(SIGN);
        return Files.exists(sign, LinkOption.NOFOLLOW_LINKS) && !HalfMade.isOlder(sign, oldest);
    }

    private static boolean remove(Path folder) throws IOException {
        UserFolder.remove(folder);
        return true;
    }
}
