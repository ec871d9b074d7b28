package dev.sandboxed.linux.internal.network;

import com.sun.jna.Native;
import dev.sandboxed.api.internal.thread.OwnThread;
import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.linux.internal.libc.PosixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A network namespace that a process holds open. There is nothing to remove once that process is dead.
 *
 * @param path the path by which others enter it
 */
public record NetworkNamespace(Path path) {

    private static final Path OWN = Path.of("/proc/self/ns/net");
    private static final int CLONE_NEWNET = 0x40000000;

    private static final class Calls {

        static {
            LibC.bind(Calls.class);
        }

        private Calls() {}

        static native int open(String path, int flags);

        static native int setns(int descriptor, int kind);
    }

    /** Returns the one that a process holds open by a descriptor. */
    static NetworkNamespace heldBy(long pid, int descriptor) {
        return new NetworkNamespace(Path.of("/proc", String.valueOf(pid), "fd", String.valueOf(descriptor)));
    }

    /** Returns the one that a process is in, for as long as the process lives. */
    public static NetworkNamespace of(long pid) {
        return new NetworkNamespace(Path.of("/proc", String.valueOf(pid), "ns/net"));
    }

    /** Returns whether it is that of this JVM; throws {@link IOException} if it cannot be looked at. */
    public boolean isOurOwn() throws IOException {
        return Files.readSymbolicLink(path).equals(Files.readSymbolicLink(OWN));
    }

    /**
     * Does something in it, on a thread of its own, and waits for that, interrupted or not. Sockets that are made there belong to
     * the namespace for good, whoever uses them. It takes root.
     *
     * @throws IOException if the namespace is gone or must not be entered, or the work throws it
     */
    public <T> T call(Callable<T> work) throws IOException {
        return OwnThread.call("sandboxed-namespace", () -> {
            enter();
            return work.call();
        });
    }

    /** Returns the command line that runs a program in it. It takes root. */
    public List<String> running(List<String> argv) {
        List<String> all = new ArrayList<>(List.of("/usr/bin/nsenter", "--net=" + path));
        all.addAll(argv);
        return all;
    }

    /** Opens it; whoever does has to close the descriptor. */
    int open() throws IOException {
        int descriptor = Calls.open(path.toString(), LibC.O_CLOEXEC);
        if (descriptor < 0) {
            throw new PosixException("Opening the network namespace " + path, Native.getLastError());
        }
        return descriptor;
    }

    private void enter() throws IOException {
        int descriptor = open();
        try {
            if (Calls.setns(descriptor, CLONE_NEWNET) != 0) {
                throw new PosixException("Entering the network namespace " + path, Native.getLastError());
            }
        } finally {
            LibC.close(descriptor);
        }
    }
}
