package dev.sandboxed.provider.remote.internal.wire;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections that ask the system for much at once, and that send at once. OkHttp wants 8 KiB at a time, which for a large
 * file is a call each; and it leaves the system free to keep the end of a request until the other side has acknowledged its
 * beginning, which takes 40 ms.
 */
final class RoomySockets extends SocketFactory {

    private static final int ROOM = 64 * 1024;
    /** Nothing is on its way for long on one machine: what the system keeps beyond this has left the processor's caches when it is taken. */
    private static final int KEPT_ON_ONE_MACHINE = 256 * 1024;

    @Override
    public Socket createSocket() throws IOException {
        Socket socket = new Roomy();
        socket.setTcpNoDelay(true);
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(from, fromPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(from, fromPort));
    }

    private Socket connected(SocketAddress target, @Nullable SocketAddress from) throws IOException {
        Socket socket = createSocket();
        try {
            if (from != null) {
                socket.bind(from);
            }
            socket.connect(target);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** What is written goes when it is flushed, which OkHttp does whenever it has to. */
    private static final class Roomy extends Socket {

        private @Nullable InputStream input;
        private @Nullable OutputStream output;

        @Override
        public void connect(SocketAddress target, int timeout) throws IOException {
            if (target instanceof InetSocketAddress other
                    && other.getAddress() != null
                    && other.getAddress().isLoopbackAddress()) {
                setSendBufferSize(KEPT_ON_ONE_MACHINE);
            }
            super.connect(target, timeout);
        }

        @Override
        public synchronized InputStream getInputStream() throws IOException {
            InputStream known = input;
            if (known == null) {
                known = new BufferedInputStream(super.getInputStream(), ROOM);
                input = known;
            }
            return known;
        }

        @Override
        public synchronized OutputStream getOutputStream() throws IOException {
            OutputStream known = output;
            if (known == null) {
                known = new BufferedOutputStream(super.getOutputStream(), ROOM);
                output = known;
            }
            return known;
        }
    }
}
