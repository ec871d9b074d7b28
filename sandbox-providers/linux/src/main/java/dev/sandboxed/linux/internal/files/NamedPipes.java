package dev.sandboxed.linux.internal.files;

import com.sun.jna.Function;
import com.sun.jna.Native;
import dev.sandboxed.linux.internal.libc.CStrings;
import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.linux.internal.libc.PosixException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Named pipes, which Java can open but not make. */
public final class NamedPipes {

    private static final int FOR_THIS_USER = 0600;
    private static final @Nullable Function MKFIFO = LibC.optional("mkfifo");

    private NamedPipes() {}

    /**
     * Makes pipes that only this user can open.
     *
     * @throws PosixException if one of them cannot be made; those before it are there
     */
    public static void make(List<Path> paths) throws PosixException {
        if (MKFIFO == null) {
            throw new PosixException("mkfifo (missing in this C library)", 0);
        }
        for (Path path : paths) {
            try (CStrings name = new CStrings(List.of(path.toString()))) {
                if (MKFIFO.invokeInt(new Object[] {name.first(), FOR_THIS_USER}) != 0) {
                    throw new PosixException("mkfifo", Native.getLastError());
                }
            }
        }
    }
}
