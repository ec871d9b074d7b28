package dev.sandboxed.linux.internal.files;

import com.sun.jna.Function;
import com.sun.jna.Native;
import dev.sandboxed.linux.internal.libc.CStrings;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.linux.internal.libc.PosixException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads small files out of folders that somebody else may change at any time: it follows no link, waits for nobody who would
 * have to write into a pipe, and takes no more than was said. Each part of the way is opened from the one before, so that none
 * can be swapped after it was looked at.
 */
public final class UntrustedFile {

    private static final boolean ARM = HostPlatform.architecture().equals("arm64");
    private static final int O_DIRECTORY = ARM ? 040000 : 0200000;
    private static final int O_NOFOLLOW = ARM ? 0100000 : 0400000;
    private static final int O_NONBLOCK = 04000;
    /** To go on from, and for nothing else. */
    private static final int O_PATH = 010000000;

    private static final int THIS_FOLDER = -100;

    private static final @Nullable Function OPENAT = LibC.optional("openat");

    private UntrustedFile() {}

    /**
     * Reads a file.
     *
     * @param folder where the way begins; links in its own path are followed
     * @param way the path of the file below that folder
     * @param most how large it may be
     * @return what is in it; nothing if it is not there, behind a link, larger, or no plain file
     * @throws IOException if it cannot be read
     */
    public static Optional<byte[]> read(Path folder, Path way, int most) throws IOException {
        if (way.isAbsolute() || way.startsWith("..") || !way.equals(way.normalize())) {
            throw new IllegalArgumentException("'" + way + "' does not lead straight down");
        }
        int at = open(THIS_FOLDER, folder, O_PATH | O_DIRECTORY);
        for (int i = 0; i < way.getNameCount() && at >= 0; i++) {
            int from = at;
            boolean last = i == way.getNameCount() - 1;
            at = open(from, way.getName(i), O_NOFOLLOW | (last ? O_NONBLOCK : O_PATH | O_DIRECTORY));
            LibC.close(from);
        }
        if (at < 0) {
            return Optional.empty();
        }
        try {
            BasicFileAttributes file =
                    Files.readAttributes(Path.of("/proc/self/fd", String.valueOf(at)), BasicFileAttributes.class);
            return file.isRegularFile() && file.size() <= most
                    ? Optional.of(content(at, (int) file.size()))
                    : Optional.empty();
        } finally {
            LibC.close(at);
        }
    }

    private static int open(int from, Path name, int flags) throws PosixException {
        if (OPENAT == null) {
            throw new PosixException("openat (missing in this C library)", 0);
        }
        try (CStrings text = new CStrings(List.of(name.toString()))) {
            return OPENAT.invokeInt(new Object[] {from, text.first(), flags | LibC.O_CLOEXEC, 0});
        }
    }

    /** It may grow meanwhile: what came later is not read. */
    private static byte[] content(int file, int size) throws PosixException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(size);
        long count = LibC.read(file, buffer, size);
        if (count < 0) {
            throw new PosixException("read", Native.getLastError());
        }
        byte[] bytes = new byte[(int) count];
        buffer.get(bytes);
        return bytes;
    }
}
