package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.provider.microvm.internal.drive.MadeOnce;
import dev.sandboxed.provider.microvm.internal.machine.SavedMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where machines are saved, and how much room there is.
 *
 * @param made the folder
 * @param most how much they may take together; those that were not used for the longest time make room for others
 */
record SavedRoom(MadeOnce made, DataSize most) {

    /** What those are called that have booted. */
    static final String BOOTED = "booted";

    /** What those are called that sandboxes begin as copies of. */
    static final String PREPARED = "saved";

    /** Returns whether so much may be there at all. */
    boolean hasFor(long bytes) {
        return bytes <= most.bytes();
    }

    /** Removes those that were not used for the longest time, so that there is room for one more. */
    void make(long bytes) throws IOException {
        List<Path> newestFirst = new ArrayList<>(made.all(BOOTED));
        newestFirst.addAll(made.all(PREPARED));
        Map<Path, FileTime> used = new HashMap<>();
        for (Path folder : newestFirst) {
            used.put(folder, lastUse(folder));
        }
        newestFirst.sort(Comparator.comparing(used::get, Comparator.reverseOrder()));
        long sum = bytes;
        for (Path folder : newestFirst) {
            sum += size(new SavedMachine(folder));
            if (sum > most.bytes()) {
                made.remove(folder);
            }
        }
    }

    private static FileTime lastUse(Path folder) throws IOException {
        try {
            return Files.getLastModifiedTime(folder);
        } catch (NoSuchFileException removedMeanwhile) {
            return FileTime.fromMillis(0);
        }
    }

    /** Returns what it takes, but for its drive, which is mostly holes. */
    private static long size(SavedMachine saved) throws IOException {
        try {
            return Files.size(saved.memory());
        } catch (NoSuchFileException noneOrRemovedMeanwhile) {
            return 0;
        }
    }
}
