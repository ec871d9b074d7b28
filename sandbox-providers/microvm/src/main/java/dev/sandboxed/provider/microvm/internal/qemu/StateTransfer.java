package dev.sandboxed.provider.microvm.internal.qemu;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.process.internal.socket.ChannelSocket;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.provider.microvm.internal.machine.SocketPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Moves the state of a machine out of a QEMU and into another: that of its devices, and its memory where it is the machine's own.
 * Memory that is a file does not move.
 */
final class StateTransfer {

    private static final String SOCKET = "state.sock";
    private static final Duration LOOK = Duration.ofMillis(1);
    /** Nothing else is on that way. */
    private static final long BYTES_A_SECOND = 1L << 40;

    private StateTransfer() {}

    /**
     * Writes the state of a machine that stands still.
     *
     * @param folder the one that the QEMU was started in
     */
    static void save(Qmp qmp, Path folder, Path state, Deadline deadline) throws IOException {
        leaveMemory(qmp, deadline);
        qmp.run("migrate-set-parameters", Map.of("max-bandwidth", BYTES_A_SECOND), deadline.remaining());
        Path socket = SocketPath.in(folder, SOCKET);
        try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            door.bind(UnixDomainSocketAddress.of(socket));
            Alarm late = Alarm.in(deadline.remaining(), () -> closeQuietly(door));
            qmp.run("migrate", Map.of("uri", "unix:" + SOCKET), deadline.remaining());
            try (SocketChannel connection = door.accept();
                    InputStream from = Channels.newInputStream(connection);
                    OutputStream to = Files.newOutputStream(state)) {
                from.transferTo(to);
            } finally {
                late.silence();
            }
        } finally {
            Files.deleteIfExists(socket);
        }
        await(qmp, "query-migrate", "completed", deadline);
    }

    /** Loads its state into a machine that has not begun, and lets it go on from there. */
    static void load(Qmp qmp, Path folder, Path state, Deadline deadline) throws IOException {
        leaveMemory(qmp, deadline);
        Path socket = SocketPath.in(folder, SOCKET);
        qmp.run("migrate-incoming", Map.of("uri", "unix:" + SOCKET), deadline.remaining());
        try (Socket connection = ChannelSocket.to(UnixDomainSocketAddress.of(socket));
                OutputStream to = connection.getOutputStream()) {
            Files.copy(state, to);
        }
        // As it was when it was saved.
        await(qmp, "query-status", "paused", deadline);
        qmp.run("cont", Map.of(), deadline.remaining());
        Files.deleteIfExists(socket);
    }

    private static void leaveMemory(Qmp qmp, Deadline deadline) throws IOException {
        qmp.run(
                "migrate-set-capabilities",
                Map.of("capabilities", List.of(Map.of("capability", "x-ignore-shared", "state", true))),
                deadline.remaining());
    }

    private static void await(Qmp qmp, String query, String wanted, Deadline deadline) throws IOException {
        String status = "";
        while (!status.equals(wanted)) {
            JsonNode answer = qmp.run(query, Map.of(), deadline.remaining());
            status = answer.path("status").asText();
            if (status.equals("failed") || status.equals("internal-error")) {
                throw new IOException("QEMU could not move the state of the machine: " + answer);
            }
            deadline.check("moving the state of the machine");
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private static void closeQuietly(ServerSocketChannel door) {
        try {
            door.close();
        } catch (IOException e) {
            // Nobody can come in either way.
        }
    }
}
