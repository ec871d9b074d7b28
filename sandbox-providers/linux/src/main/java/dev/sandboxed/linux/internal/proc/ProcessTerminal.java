package dev.sandboxed.linux.internal.proc;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.linux.internal.libc.CStrings;
import dev.sandboxed.linux.internal.libc.LibC;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A terminal that is the standard input of a process.
 *
 * @param descriptor the path by which it can be opened for as long as the process has it
 */
public record ProcessTerminal(Path descriptor) {

    private static final int O_RDONLY = 0;
    /** Whoever has no terminal yet would get this one for opening it. */
    private static final int O_NOCTTY = 0400;

    private static final int O_NONBLOCK = 04000;
    private static final long TIOCGWINSZ = 0x5413;
    /** Rows, columns, and twice the size in pixels, which nobody sets. */
    private static final int WINSIZE = 4 * Short.BYTES;

    /** Returns that of a process; empty if it has none, or is gone. */
    public static Optional<ProcessTerminal> of(long pid) {
        Path input = ProcessTable.PROC.resolve(pid + "/fd/0");
        try {
            // Whoever opens something else may wait for ever, as for the other end of a pipe.
            return Files.readSymbolicLink(input).startsWith("/dev/pts")
                    ? Optional.of(new ProcessTerminal(input))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns whether it has a size; one that is gone has none. */
    public boolean hasSize(TerminalSize size) {
        Function open = LibC.optional("open");
        Function ioctl = LibC.optional("ioctl");
        if (open == null || ioctl == null) {
            return false;
        }
        try (CStrings path = new CStrings(List.of(descriptor.toString()));
                Memory window = new Memory(WINSIZE)) {
            int flags = O_RDONLY | O_NOCTTY | O_NONBLOCK | LibC.O_CLOEXEC;
            int file = open.invokeInt(new Object[] {path.first(), flags});
            if (file < 0) {
                return false;
            }
            try {
                return ioctl.invokeInt(new Object[] {file, TIOCGWINSZ, window}) == 0
                        && window.getShort(0) == size.rows()
                        && window.getShort(Short.BYTES) == size.columns();
            } finally {
                LibC.close(file);
            }
        }
    }
}
