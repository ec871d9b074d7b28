package dev.sandboxed.linux.internal.proc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** What the kernel tells of this process, without the C library, whose loading takes longer than all of this. */
public final class OwnProcess {

    private static final Path SELF = ProcessTable.PROC.resolve("self");

    private OwnProcess() {}

    /** Returns the number of the user that this process runs as; empty where nobody tells. */
    public static OptionalInt user() {
        return ownerOf(SELF);
    }

    /** Returns the number of the user who owns a file; empty where it is absent or files have no such owners. */
    static OptionalInt ownerOf(Path file) {
        try {
            return OptionalInt.of((Integer) Files.getAttribute(file, "unix:uid"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return OptionalInt.empty();
        }
    }

    /** Returns the numbers of the files that this process has open; throws {@link IOException} if nobody tells. */
    public static List<Integer> openFiles() throws IOException {
        try (Stream<Path> open = Files.list(SELF.resolve("fd"))) {
            return open.map(file -> Integer.valueOf(file.getFileName().toString()))
                    .toList();
        }
    }

    /**
     * Returns whether a child is still a copy of this process, as it is until it becomes its program; false if it is gone or
     * nobody tells. Just while it becomes its program, it has no command line at all; one that waits to be buried has none
     * either.
     */
    public static boolean isCopiedBy(long child) {
        try {
            byte[] theirs = ProcessTable.readOnce(
                    ProcessTable.PROC.resolve(child + "/cmdline").toFile());
            return theirs.length == 0
                    || Arrays.equals(
                            theirs,
                            ProcessTable.readOnce(SELF.resolve("cmdline").toFile()));
        } catch (IOException endedOrUnknown) {
            return false;
        }
    }
}
