package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Where the sockets of a machine are. */
public final class SocketPath {

    /** What an address of the kernel has room for. */
    private static final int LONGEST = 107;

    private SocketPath() {}

    /**
     * Returns the path of a socket.
     *
     * @throws SandboxStartException if it is longer than any socket's can be
     */
    public static Path in(Path folder, String name) {
        Path path = folder.resolve(name);
        int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST) {
            throw new SandboxStartException(Fault.of("The socket of a machine would be at '" + path + "', which are "
                            + length + " bytes; the kernel takes " + LONGEST)
                    .remedy("choose a state folder with a shorter name, with sandbox.stateDirectory"));
        }
        return path;
    }
}
