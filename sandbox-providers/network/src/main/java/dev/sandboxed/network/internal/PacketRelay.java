package dev.sandboxed.network.internal;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Passes packets on and back, for each sender from a port of his own, so that answers find him. */
final class PacketRelay implements Runnable, AutoCloseable {

    /** Of more senders the one that came first is forgotten. */
    private static final int MOST_SENDERS = 64;

    private static final int LARGEST = 65_535;
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final DatagramChannel outside;
    private final Callable<DatagramChannel> inside;
    private final Selector selector = Selector.open();
    private final Map<SocketAddress, DatagramChannel> senders = new LinkedHashMap<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(LARGEST);

    /**
     * Creates one.
     *
     * @param outside where senders send to
     * @param inside opens what is connected with whom packets are passed on to
     */
    PacketRelay(DatagramChannel outside, Callable<DatagramChannel> inside) throws IOException {
        this.outside = outside;
        this.inside = inside;
        outside.configureBlocking(false);
        outside.register(selector, SelectionKey.OP_READ);
    }

    @Override
    public void run() {
        try {
            while (selector.isOpen()) {
                passAll();
            }
        } finally {
            senders.values().forEach(PacketRelay::end);
        }
    }

    private void passAll() {
        try {
            selector.select();
            for (SelectionKey key : new ArrayList<>(selector.selectedKeys())) {
                selector.selectedKeys().remove(key);
                pass(key);
            }
        } catch (IOException | RuntimeException closedOrLost) {
            // A packet may be lost at any time; the next one is passed on, if there can be one.
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static void end(DatagramChannel channel) {
        try {
            channel.close();
        } catch (IOException closed) {
            // It cannot be more closed.
        }
    }

    private void pass(SelectionKey key) throws IOException {
        DatagramChannel from = (DatagramChannel) key.channel();
        buffer.clear();
        if (key.attachment() instanceof SocketAddress sender) {
            try {
                from.read(buffer);
                outside.send(buffer.flip(), sender);
            } catch (IOException refused) {
                // Nobody listens inside, which is told so.
            }
            return;
        }
        SocketAddress sender = from.receive(buffer);
        if (sender != null) {
            to(sender).write(buffer.flip());
        }
    }

    private DatagramChannel to(SocketAddress sender) throws IOException {
        DatagramChannel known = senders.get(sender);
        if (known != null) {
            return known;
        }
        if (senders.size() >= MOST_SENDERS) {
            Iterator<DatagramChannel> first = senders.values().iterator();
            first.next().close();
            first.remove();
        }
        DatagramChannel opened = open();
        senders.put(sender, opened);
        opened.configureBlocking(false);
        opened.register(selector, SelectionKey.OP_READ, sender);
        return opened;
    }

    private DatagramChannel open() throws IOException {
        try {
            return inside.call();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        try (outside) {
            selector.close();
        }
    }
}
