package dev.sandboxed.linux.internal.files;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import dev.sandboxed.linux.internal.libc.LibC;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The parts of a file that somebody has written. All between them is a hole, which takes no room and reads as zeros. */
public final class WrittenParts {

    private static final int NEXT_DATA = 3;
    private static final int NEXT_HOLE = 4;
    private static final int NOTHING_FURTHER = 6;

    private WrittenParts() {}

    /**
     * One of them.
     *
     * @param begin where it begins
     * @param end where it ends
     */
    public record Part(long begin, long end) {}

    /**
     * Returns those of a file, in order; the whole of it where the file system knows no holes.
     *
     * @throws IOException if it cannot be opened
     */
    public static List<Part> of(Path file) throws IOException {
        long size = Files.size(file);
        if (!Platform.isLinux() && size > 0) {
            return List.of(new Part(0, size));
        }
        int descriptor = Calls.open(file.toString(), LibC.O_CLOEXEC);
        if (descriptor < 0) {
            throw new NoSuchFileException(file.toString(), null, "it cannot be opened: error " + Native.getLastError());
        }
        try {
            List<Part> parts = new ArrayList<>();
            long end = 0;
            for (long begin = next(descriptor, 0, size); begin < size; begin = next(descriptor, end, size)) {
                long hole = Calls.lseek(descriptor, begin, NEXT_HOLE);
                end = hole < 0 ? size : hole;
                parts.add(new Part(begin, end));
            }
            return parts;
        } finally {
            LibC.close(descriptor);
        }
    }

    private static long next(int descriptor, long from, long size) {
        if (from >= size) {
            return size;
        }
        long begin = Calls.lseek(descriptor, from, NEXT_DATA);
        return begin >= 0 ? begin : Native.getLastError() == NOTHING_FURTHER ? size : from;
    }

    private static final class Calls {

        static {
            LibC.bind(Calls.class);
        }

        static native int open(String path, int flags);

        static native long lseek(int descriptor, long offset, int whence);
    }
}
