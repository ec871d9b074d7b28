package dev.sandboxed.linux.internal.mount;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.sandboxed.linux.internal.libc.CStrings;
import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.linux.internal.libc.PosixException;
import java.util.ArrayList;
import java.util.List;

/**
 * Mounts that only the children see which a thread starts meanwhile. They are gone with the last of those children, whatever
 * becomes of us, and were never there for anybody else.
 *
 * <p>The kernel lets a single thread of a process have mounts of its own, but whatever thread it starts has them as well, and
 * then there is no way back. So nothing may be done meanwhile but to start a child.
 */
public final class MountNamespace {

    private static final int CLONE_NEWNS = 0x20000;
    private static final long MS_REC = 1 << 14;
    private static final long MS_SLAVE = 1 << 19;
    private static final int O_PATH = 010000000;

    private static final List<String> NAMES = List.of("/proc/thread-self/ns/mnt", "/", ".", "overlay");
    private static final int NAMESPACE = 0;
    private static final int ROOT = 1;
    private static final int HERE = 2;
    private static final int OVERLAY = 3;

    private final List<Overlay> overlays;
    private final CStrings texts;
    /** The namespace, the root and the working folder that this thread had. */
    private final List<Integer> origins = new ArrayList<>();

    private MountNamespace(List<Overlay> overlays, CStrings texts) {
        this.overlays = overlays;
        this.texts = texts;
    }

    /**
     * What is done while the mounts are there.
     *
     * @param <T> what comes of it
     */
    @FunctionalInterface
    public interface Inside<T> {

        T run() throws PosixException;
    }

    /**
     * Mounts overlays for whatever child is started inside, and for nobody else.
     *
     * @throws PosixException if this user may not, or the kernel refuses one of them; nothing is mounted then
     * @throws IllegalStateException if this thread is caught in there, since it started another one; it had better end
     */
    public static <T> T with(List<Overlay> overlays, Inside<T> inside) throws PosixException {
        List<String> strings = new ArrayList<>(NAMES);
        for (Overlay overlay : overlays) {
            strings.add(overlay.target().toString());
            strings.add(overlay.options());
        }
        // Held until the end, which keeps the thread alive that frees such blocks: else one might be started inside.
        try (CStrings texts = new CStrings(strings)) {
            MountNamespace namespace = new MountNamespace(overlays, texts);
            try {
                namespace.noteOrigins();
                return namespace.run(inside);
            } finally {
                namespace.origins.forEach(LibC::close);
            }
        }
    }

    private void noteOrigins() throws PosixException {
        origins.add(call("open", text(NAMESPACE), LibC.O_CLOEXEC));
        origins.add(call("open", text(ROOT), O_PATH | LibC.O_CLOEXEC));
        origins.add(call("open", text(HERE), O_PATH | LibC.O_CLOEXEC));
    }

    private <T> T run(Inside<T> inside) throws PosixException {
        call("unshare", CLONE_NEWNS);
        try {
            // What the host unmounts is unmounted in here too, and nothing of ours gets out.
            call("mount", Pointer.NULL, text(ROOT), Pointer.NULL, MS_REC | MS_SLAVE, Pointer.NULL);
            for (int i = 0; i < overlays.size(); i++) {
                Pointer target = text(NAMES.size() + 2 * i);
                call("mount", text(OVERLAY), target, text(OVERLAY), 0L, text(NAMES.size() + 2 * i + 1));
            }
            return inside.run();
        } finally {
            goBack();
        }
    }

    /** The way back leads to the root of the namespace, which need not be the root that we had. */
    private void goBack() {
        try {
            call("setns", origins.get(NAMESPACE), CLONE_NEWNS);
            call("fchdir", origins.get(ROOT));
            call("chroot", text(HERE));
            call("fchdir", origins.get(HERE));
        } catch (PosixException e) {
            throw new IllegalStateException("This thread cannot leave its mount namespace any more", e);
        }
    }

    private Pointer text(int index) {
        return texts.table().getPointer((long) index * Native.POINTER_SIZE);
    }

    private static int call(String name, Object... arguments) throws PosixException {
        Function function = LibC.optional(name);
        if (function == null) {
            throw new PosixException(name + " (missing in this C library)", 0);
        }
        int result = function.invokeInt(arguments);
        if (result < 0) {
            throw new PosixException(name, Native.getLastError());
        }
        return result;
    }
}
