package dev.sandboxed.provider.docker.internal.stream;

import dev.sandboxed.process.internal.output.BulkOutputStream;
import dev.sandboxed.provider.docker.internal.engine.EngineAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A connection to the engine whose two directions end one by one. A thread that is interrupted closes it. */
final class Wire implements AutoCloseable {

    private final SocketChannel channel;
    private final @Nullable Socket encrypted;
    private final InputStream in;
    private final OutputStream out;

    private Wire(SocketChannel channel, @Nullable Socket encrypted, InputStream in, OutputStream out) {
        this.channel = channel;
        this.encrypted = encrypted;
        this.in = in;
        this.out = out;
    }

    static Wire to(EngineAddress address) throws IOException {
        if (address instanceof EngineAddress.Unix unix) {
            return plain(open(StandardProtocolFamily.UNIX, UnixDomainSocketAddress.of(unix.socket())));
        }
        EngineAddress.Tcp tcp = (EngineAddress.Tcp) address;
        SocketChannel channel = open(null, new InetSocketAddress(tcp.host(), tcp.port()));
        if (tcp.tls() == null) {
            return plain(channel);
        }
        try {
            SSLSocket socket = (SSLSocket)
                    tcp.tls().context().getSocketFactory().createSocket(channel.socket(), tcp.host(), tcp.port(), true);
            SSLParameters parameters = socket.getSSLParameters();
            // Unlike a client for HTTPS, a bare socket trusts any host whose certificate is good.
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            return new Wire(channel, socket, socket.getInputStream(), socket.getOutputStream());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static SocketChannel open(@Nullable StandardProtocolFamily family, SocketAddress address)
            throws IOException {
        SocketChannel channel = family == null ? SocketChannel.open() : SocketChannel.open(family);
        try {
            channel.connect(address);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Not the streams of {@link Channels}: theirs share a lock, and reading would hold up writing. */
    private static Wire plain(SocketChannel channel) {
        return new Wire(
                channel,
                null,
                new InputStream() {
                    @Override
                    public int read() {
                        throw new UnsupportedOperationException("bytes are read in pieces");
                    }

                    @Override
                    public int read(byte[] bytes, int offset, int length) throws IOException {
                        return channel.read(ByteBuffer.wrap(bytes, offset, length));
                    }
                },
                new BulkOutputStream() {
                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
                        while (buffer.hasRemaining()) {
                            channel.write(buffer);
                        }
                    }
                });
    }

    int read(byte[] buffer, int offset, int length) throws IOException {
        return in.read(buffer, offset, length);
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        out.flush();
    }

    /** Says that nothing more will be written; what the other side writes can still be read. */
    void endOutput() throws IOException {
        if (encrypted == null) {
            channel.shutdownOutput();
        } else {
            encrypted.shutdownOutput();
        }
    }

    @Override
    public void close() {
        try {
            // The other way round, an encrypted one would take its leave first, and may wait for that.
            channel.close();
            if (encrypted != null) {
                encrypted.close();
            }
        } catch (IOException e) {
            // Whatever it says, the connection is of no use any more.
        }
    }
}
