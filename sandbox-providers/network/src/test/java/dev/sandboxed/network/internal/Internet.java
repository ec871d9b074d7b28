package dev.sandboxed.network.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.xbill.DNS.Message;

/**
 * Addresses of documents, which this host has for as long as the tests run, with services of the tests at them. They are those of
 * a link to a namespace of the tests' own, and go with the process that holds it.
 */
final class Internet implements BeforeAllCallback, AfterAllCallback {

    static final String ALLOWED = "203.0.113.10";
    static final String OTHER = "203.0.113.20";
    static final String FAR = "198.51.100.7";
    static final int PORT = 8080;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Map<String, Names.Answer> names = new ConcurrentHashMap<>();
    private final List<AutoCloseable> services = new ArrayList<>();
    /** How many were served. */
    final AtomicInteger served = new AtomicInteger();

    private Process holder;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Rooms.tools();
        holder = new ProcessBuilder("unshare", "--net", "sh", "-c", "echo; cat").start();
        assertThat(holder.getInputStream().read()).isEqualTo('\n');
        String link = "sbxt" + ProcessHandle.current().pid() % 100_000 + "x" + COUNT.incrementAndGet();
        host("ip link add name " + link + " type veth peer name far netns " + holder.pid() + " && ip link set " + link
                + " up");
        for (String address : List.of(ALLOWED, OTHER, FAR)) {
            host("ip address add " + address + "/32 dev " + link);
            serve(address, PORT);
        }
    }

    private static void host(String script) {
        ExecResult result = HostTool.run(Command.of("sh", "-c", script), PATIENCE);
        assertThat(result.succeeded()).as(result.stderr()).isTrue();
    }

    /** Says its own address to whoever connects, and sends back what comes in packets. */
    void serve(String address, int port) throws IOException {
        ServerSocketChannel door = ServerSocketChannel.open();
        door.bind(new InetSocketAddress(address, port));
        services.add(door);
        DaemonThread.start("test-tcp", () -> {
            while (door.isOpen()) {
                try (SocketChannel caller = door.accept()) {
                    served.incrementAndGet();
                    caller.write(ByteBuffer.wrap((address + "\n").getBytes(StandardCharsets.UTF_8)));
                    caller.shutdownOutput();
                    Channels.newInputStream(caller).readAllBytes();
                } catch (IOException over) {
                    // The next one may come.
                }
            }
        });
        DatagramChannel packets = DatagramChannel.open();
        packets.bind(new InetSocketAddress(address, port));
        services.add(packets);
        DaemonThread.start("test-udp", () -> {
            ByteBuffer buffer = ByteBuffer.allocate(65_535);
            while (packets.isOpen()) {
                try {
                    buffer.clear();
                    var sender = packets.receive(buffer);
                    served.incrementAndGet();
                    packets.send(buffer.flip(), sender);
                } catch (IOException over) {
                    // The next one may come.
                }
            }
        });
    }

    /** Lets a name lead to addresses from now on. */
    void name(String name, String... addresses) {
        names.put(name, answer(false, addresses));
    }

    /** Lets this host's own file say where a name leads. */
    void nameOfHost(String name, String... addresses) {
        names.put(name, answer(true, addresses));
    }

    private static Names.Answer answer(boolean ours, String... addresses) {
        List<Inet4Address> all = new ArrayList<>();
        for (String address : addresses) {
            try {
                all.add((Inet4Address) InetAddress.getByName(address));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return new Names.Answer(all, Duration.ofSeconds(30), ours);
    }

    /** Returns who answers for its names. */
    Names names() {
        return new Names() {
            @Override
            public Answer addresses(String name) {
                return names.getOrDefault(name, answer(false));
            }

            @Override
            public Message pass(Message question) throws IOException {
                throw new IOException("nobody answers");
            }
        };
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        for (AutoCloseable service : services) {
            service.close();
        }
        if (holder != null) {
            holder.destroyForcibly().waitFor();
        }
    }
}
