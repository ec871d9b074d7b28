package dev.sandboxed.network.internal;

import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.xbill.DNS.Message;
import org.xbill.DNS.OPTRecord;

/** Listens for the questions of a sandbox, in the room around it, where nobody but the sandbox is heard. */
final class NameServer implements AutoCloseable {

    static final int PORT = 53;

    /** Whoever asks more at once waits, or asks again. */
    private static final int AT_ONCE = 16;

    private static final int LARGEST = 65_535;
    private static final int USUAL = 512;
    private static final Duration IDLE = Duration.ofSeconds(10);
    /** Where no descriptor is left, nothing is gained by trying at once. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Resolver resolver;
    private final DatagramChannel packets;
    private final ServerSocketChannel connections;
    private final Semaphore room = new Semaphore(AT_ONCE);
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private NameServer(Resolver resolver, DatagramChannel packets, ServerSocketChannel connections) {
        this.resolver = resolver;
        this.packets = packets;
        this.connections = connections;
    }

    /**
     * Starts one.
     *
     * @throws IOException if it cannot listen there
     */
    static NameServer start(LinkedNamespaces where, Resolver resolver) throws IOException {
        SocketAddress address = new InetSocketAddress(LinkedNamespaces.OUTER_ADDRESS, PORT);
        NameServer server = where.outer().call(() -> {
            DatagramChannel packets = DatagramChannel.open(StandardProtocolFamily.INET);
            try {
                packets.bind(address);
                ServerSocketChannel connections = ServerSocketChannel.open(StandardProtocolFamily.INET);
                try {
                    connections.bind(address);
                    return new NameServer(resolver, packets, connections);
                } catch (IOException e) {
                    connections.close();
                    throw e;
                }
            } catch (IOException e) {
                packets.close();
                throw e;
            }
        });
        DaemonThread.start("sandboxed-names", server::hear);
        DaemonThread.start("sandboxed-names-tcp", server::accept);
        return server;
    }

    private void hear() {
        ByteBuffer buffer = ByteBuffer.allocate(LARGEST);
        while (packets.isOpen()) {
            try {
                buffer.clear();
                SocketAddress asker = packets.receive(buffer);
                byte[] question = Arrays.copyOf(buffer.array(), buffer.position());
                room.acquireUninterruptibly();
                DaemonThread.start("sandboxed-name", () -> {
                    try {
                        reply(question, asker);
                    } finally {
                        room.release();
                    }
                });
            } catch (IOException closedOrBroken) {
                // The next one is heard, if there can be one.
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private void reply(byte[] question, SocketAddress asker) {
        try {
            Message asked = new Message(question);
            OPTRecord more = asked.getOPT();
            int most = more == null ? USUAL : Math.max(USUAL, more.getPayloadSize());
            packets.send(ByteBuffer.wrap(resolver.answer(asked).toWire(most)), asker);
        } catch (IOException | RuntimeException noQuestion) {
            // Nobody waits for an answer to that; the library throws either for what is no question.
        }
    }

    private void accept() {
        while (connections.isOpen()) {
            try {
                Socket connection = connections.accept().socket();
                room.acquireUninterruptibly();
                DaemonThread.start("sandboxed-name", () -> {
                    try (connection) {
                        open.add(connection);
                        connection.setSoTimeout((int) IDLE.toMillis());
                        if (connections.isOpen()) {
                            converse(connection);
                        }
                    } catch (IOException | RuntimeException over) {
                        // Whoever asked has gone, has said nothing for long, or what is no question.
                    } finally {
                        open.remove(connection);
                        room.release();
                    }
                });
            } catch (IOException closedOrBroken) {
                // The next one is accepted, if there can be one.
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private void converse(Socket connection) throws IOException {
        DataInputStream in = new DataInputStream(connection.getInputStream());
        DataOutputStream out = new DataOutputStream(connection.getOutputStream());
        while (true) {
            byte[] question = new byte[in.readUnsignedShort()];
            in.readFully(question);
            byte[] answer = resolver.answer(new Message(question)).toWire(LARGEST);
            ByteBuffer whole = ByteBuffer.allocate(Short.BYTES + answer.length);
            whole.putShort((short) answer.length).put(answer);
            out.write(whole.array());
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        try (packets) {
            connections.close();
        }
        for (Socket connection : open) {
            connection.close();
        }
    }
}
