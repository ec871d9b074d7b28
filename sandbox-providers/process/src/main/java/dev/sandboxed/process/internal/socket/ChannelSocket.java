package dev.sandboxed.process.internal.socket;

import dev.sandboxed.process.internal.output.BulkInputStream;
import dev.sandboxed.process.internal.output.BulkOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one address, of Unix or of a network. The channel never blocks by itself: waiting for it is bounded, since a
 * library finds out whether a connection is still good by reading for a moment, and ends when the thread is interrupted.
 */
public final class ChannelSocket extends Socket {

    private final SocketAddress address;
    private final SocketChannel channel;
    private final Selector readable;
    private final Selector writable;
    private volatile int patience;
    private volatile boolean connected;
    private volatile boolean closed;
    private volatile boolean inputEnded;
    private volatile boolean outputEnded;

    ChannelSocket(SocketAddress address) throws IOException {
        this.address = address;
        this.channel = open(address);
        this.readable = Selector.open();
        this.writable = Selector.open();
    }

    private static SocketChannel open(SocketAddress address) throws IOException {
        return address instanceof UnixDomainSocketAddress
                ? SocketChannel.open(StandardProtocolFamily.UNIX)
                : SocketChannel.open().setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /**
     * Connects to an address.
     *
     * @throws IOException if nobody listens there, or the thread is interrupted
     */
    public static Socket to(SocketAddress address) throws IOException {
        ChannelSocket socket = new ChannelSocket(address);
        try {
            socket.connect(null, 0);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Connects to the address that it is for; nobody needs the other one, which libraries make up. */
    @Override
    public void connect(@Nullable SocketAddress ignored, int timeout) throws IOException {
        try {
            channel.connect(address);
        } catch (IOException e) {
            throw new IOException("Cannot connect to the socket " + address + ": " + e.getMessage(), e);
        }
        channel.configureBlocking(false);
        channel.register(readable, SelectionKey.OP_READ);
        channel.register(writable, SelectionKey.OP_WRITE);
        connected = true;
    }

    @Override
    public void connect(@Nullable SocketAddress ignored) throws IOException {
        connect(ignored, 0);
    }

    @Override
    public InputStream getInputStream() {
        return new BulkInputStream() {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return length == 0 ? 0 : take(ByteBuffer.wrap(bytes, offset, length));
            }
        };
    }

    private int take(ByteBuffer buffer) throws IOException {
        while (true) {
            int count = channel.read(buffer);
            if (count != 0) {
                return count;
            }
            await(readable, patience);
        }
    }

    @Override
    public OutputStream getOutputStream() {
        return new BulkOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
                while (buffer.hasRemaining()) {
                    if (channel.write(buffer) == 0) {
                        await(writable, 0);
                    }
                }
            }
        };
    }

    /** Waits until something can be done, for ever if the time is zero. */
    private void await(Selector selector, int millis) throws IOException {
        try {
            int ready = selector.select(millis);
            selector.selectedKeys().clear();
            if (closed) {
                throw new SocketException("Socket closed");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("Interrupted while waiting for " + address);
            }
            if (ready == 0 && millis > 0) {
                throw new SocketTimeoutException("Nothing came from " + address + " within " + millis + " ms");
            }
        } catch (ClosedSelectorException e) {
            throw new IOException("Socket closed", e);
        }
    }

    @Override
    public synchronized void setSoTimeout(int millis) {
        patience = millis;
    }

    @Override
    public synchronized int getSoTimeout() {
        return patience;
    }

    /** Nothing is held back on the way anyway. */
    @Override
    public void setTcpNoDelay(boolean on) {}

    @Override
    public boolean isConnected() {
        return connected;
    }

    @Override
    public boolean isBound() {
        return connected;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isInputShutdown() {
        return inputEnded;
    }

    @Override
    public boolean isOutputShutdown() {
        return outputEnded;
    }

    @Override
    public void shutdownInput() throws IOException {
        inputEnded = true;
        channel.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        outputEnded = true;
        channel.shutdownOutput();
    }

    /** Whoever waits in it is woken. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        try (channel;
                readable;
                writable) {
            inputEnded = true;
            outputEnded = true;
        }
    }

    @Override
    public String toString() {
        return "ChannelSocket[" + address + "]";
    }
}
