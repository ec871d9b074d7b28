package dev.sandboxed.provider.microvm.internal.firecracker;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.process.internal.socket.ChannelSocket;
import dev.sandboxed.provider.microvm.internal.drive.SparseCopy;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.MonitorProcess;
import dev.sandboxed.provider.microvm.internal.machine.SavedMachine;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A virtual machine of Firecracker. */
final class FirecrackerMachine implements Machine {

    private static final Logger LOG = System.getLogger(FirecrackerMachine.class.getName());
    private static final String PORT = "1024";
    private static final int LONGEST_LINE = 64;
    private static final Duration TO_COUNT = Duration.ofSeconds(2);

    private final MonitorProcess process;
    private final Room room;
    private final FirecrackerApi api;
    private final Path vsock;
    private volatile @Nullable DeviceFigures figures;

    FirecrackerMachine(MonitorProcess process, Room room, FirecrackerApi api, Path vsock) {
        this.process = process;
        this.room = room;
        this.api = api;
        this.vsock = vsock;
    }

    FirecrackerApi api() {
        return api;
    }

    /**
     * Has it count what its devices do; before anything else is asked of it.
     *
     * @throws IOException if it does not answer, or the file for that cannot be made
     */
    void count(Path folder, Deadline deadline) throws IOException {
        figures = DeviceFigures.in(folder);
        api.put(
                "having the machine counted",
                "/metrics",
                Map.of("metrics_path", room.lend(DeviceFigures.FILE)),
                deadline);
    }

    @Override
    public Socket connect(Duration limit) throws IOException {
        Socket socket = ChannelSocket.to(UnixDomainSocketAddress.of(vsock));
        try {
            socket.setSoTimeout((int) Math.max(1, Math.min(limit.toMillis(), Integer.MAX_VALUE)));
            // In one piece, or it is not understood.
            socket.getOutputStream().write(("CONNECT " + PORT + "\n").getBytes(StandardCharsets.US_ASCII));
            String answer = line(socket.getInputStream());
            if (!answer.startsWith("OK ")) {
                throw new IOException("Firecracker answered '" + answer + "' where a connection was asked for");
            }
            socket.setSoTimeout(0);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Byte by byte, since what listens inside may speak up at once. */
    private static String line(InputStream from) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = from.read(); next != '\n'; next = from.read()) {
            if (next < 0 || line.length() > LONGEST_LINE) {
                throw new EOFException("Nobody listens in the machine");
            }
            line.append((char) next);
        }
        return line.toString();
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public boolean endsWithin(Duration limit) {
        return process.exitCode(limit).isPresent();
    }

    @Override
    public String lastWords() {
        return process.lastWords();
    }

    /** A machine that has ended, or is busy being saved, has what it told before. */
    @Override
    public String log() {
        DeviceFigures counted = figures;
        if (counted == null) {
            return lastWords();
        }
        // Before Firecracker says that it was asked.
        String said = lastWords();
        try {
            api.put("counting", "/actions", Map.of("action_type", "FlushMetrics"), Deadline.in(TO_COUNT));
        } catch (IOException | SandboxException e) {
            LOG.log(Level.DEBUG, "Firecracker does not tell what it has counted last", e);
        }
        try {
            return (said + "\n" + counted.told()).strip();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "What Firecracker has counted cannot be read", e);
            return said;
        }
    }

    /** It writes all of the memory, most of which is empty; what is kept has holes there. */
    @Override
    public void save(SavedMachine saved, Deadline deadline) throws IOException {
        Path whole = saved.folder().resolve("memory.whole");
        api.patch("holding the machine still", "/vm", Map.of("state", "Paused"), deadline);
        api.put(
                "saving the machine",
                "/snapshot/create",
                Map.of(
                        "snapshot_type", "Full",
                        "snapshot_path", room.pathFor(saved.state()),
                        "mem_file_path", room.pathFor(whole)),
                deadline);
        room.fetch(saved.state());
        room.fetch(whole);
        SparseCopy.of(whole, saved.memory());
        Files.delete(whole);
    }

    @Override
    public void goOn(Deadline deadline) throws IOException {
        api.patch("letting the machine go on", "/vm", Map.of("state", "Resumed"), deadline);
    }

    @Override
    public void close() {
        process.kill();
        api.close();
        DeviceFigures counted = figures;
        try {
            if (counted != null) {
                counted.close();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The file with what Firecracker has counted is broken", e);
        }
    }
}
