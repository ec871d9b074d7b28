package dev.sandboxed.network.internal;

import dev.sandboxed.api.spec.Credential;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.util.List;

/**
 * Takes the requests of a sandbox to services, in the room around it, and passes them on with credentials. It is looked up on the
 * class path: it brings a server and a client for HTTP with it, which not everybody wants there.
 */
public interface CredentialProxy {

    /** What to do where none is there. */
    String ADD = "add dev.sandboxed:sandbox-credentials to the class path";

    /**
     * Where requests to one service come in.
     *
     * @param socket accepts the connections of the sandbox; it is closed with the proxy
     * @param encrypted whether they are encrypted
     * @param service where its requests go, and nowhere else
     * @param credentials what each of them is given
     * @param outside how the service is reached
     */
    record Door(
            ServerSocketChannel socket,
            boolean encrypted,
            URI service,
            List<Credential> credentials,
            Outside outside) {}

    /** How services are reached. */
    interface Outside {

        /** Looks up the addresses of a name; throws {@link IOException} if there is none that may be reached. */
        List<InetAddress> addresses(String name) throws IOException;

        /** Opens a socket that is not connected yet; throws {@link IOException} if the room is gone. */
        Socket socket() throws IOException;
    }

    /**
     * Begins to take requests, until what is returned is closed.
     *
     * @throws IOException if that cannot be
     */
    AutoCloseable open(List<Door> doors) throws IOException;

    /** Returns the certificates that a sandbox has to trust, one below the other, as PEM: those of this host and our own. */
    String trusted() throws IOException;
}
