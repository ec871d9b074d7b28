package dev.sandboxed.process.internal.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import javax.net.SocketFactory;

/** Makes connections to one socket of Unix, whatever address is asked for. */
public final class UnixSocketFactory extends SocketFactory {

    private final Path path;

    public UnixSocketFactory(Path path) {
        this.path = path;
    }

    @Override
    public Socket createSocket() throws IOException {
        return new ChannelSocket(UnixDomainSocketAddress.of(path));
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return connected();
    }

    private Socket connected() throws IOException {
        return ChannelSocket.to(UnixDomainSocketAddress.of(path));
    }
}
