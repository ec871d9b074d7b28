package dev.sandboxed.folder.internal.store;

import dev.sandboxed.api.Owner;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files and folders in the making, below a folder of ours. Each is named after the process that makes it, so that whoever
 * comes later can tell what a killed one left from what a living one still needs.
 *
 * @param folder where they are made; it need not be there yet
 */
public record Drafts(Path folder) {

    private static final String PREFIX = "draft-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9a-f]{16})-([0-9]{1,18})-(.+)-[0-9a-f]{12}");
    private static final int WORLD_DIGITS = 16;
    private static final int OWN_DIGITS = 12;
    private static final String HERE = shortNameOf(ProcessWorld.current());
    private static final String OURS = nameOf(HERE, Owner.current());
    private static final Duration BOUND = Ownership.bound(Map.of());

    /** Returns a name for something to make; nothing is there. */
    public Path next() {
        String own = UUID.randomUUID().toString().replace("-", "").substring(0, OWN_DIGITS);
        return folder.resolve(OURS + own);
    }

    /** Creates a folder that only this user can enter. */
    public Path nextFolder() throws IOException {
        return Files.createDirectory(
                next(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /**
     * Removes what those have left who are gone. Of a process in another container or on another machine nobody here can tell
     * whether it lives; what it made is removed when it has not changed for a day.
     *
     * @throws IOException if something cannot be removed
     */
    public void sweep() throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path draft : all) {
                if (isOrphaned(draft)) {
                    FolderRemoval.remove(draft);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException nothingWasMade) {
            // Then nothing can have been left either.
        }
    }

    private static boolean isOrphaned(Path draft) throws IOException {
        Matcher name = NAME.matcher(String.valueOf(draft.getFileName()));
        if (!name.matches()) {
            return false;
        }
        try {
            Instant changed =
                    Files.getLastModifiedTime(draft, LinkOption.NOFOLLOW_LINKS).toInstant();
            ProcessWorld world = name.group(1).equals(HERE) ? ProcessWorld.current() : ProcessWorld.read("");
            Owner maker = new Owner(Long.parseLong(name.group(2)), name.group(3).replace('_', '/'));
            return new Ownership(world, maker, changed, null).isOrphaned(ProcessWorld.current(), Instant.now(), BOUND);
        } catch (NoSuchFileException finishedMeanwhile) {
            return false;
        }
    }

    /** The whole name would be too long for a file. */
    static String shortNameOf(ProcessWorld world) {
        return Checksum.of(world.written()).substring(0, WORLD_DIGITS);
    }

    static String nameOf(String world, Owner maker) {
        return PREFIX + world + "-" + maker.pid() + "-" + maker.start().replace('/', '_') + "-";
    }
}
