package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.process.internal.socket.ChannelSocket;
import dev.sandboxed.process.internal.thread.DaemonThread;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.SavedMachine;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A machine in which all is done that it is asked to, and nothing comes of it; it cannot be saved. */
public final class ObedientMachine implements Machine {

    private final String whyNotSaved;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final ServerSocket door;

    public ObedientMachine(String whyNotSaved) throws IOException {
        this.whyNotSaved = whyNotSaved;
        this.door = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        DaemonThread.start("test-obedient-machine", this::serve);
    }

    /** Returns what it was asked to do, in this order. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    private void serve() {
        while (!door.isClosed()) {
            try (Socket connection = door.accept()) {
                answer(connection);
            } catch (IOException e) {
                // Whoever asked has left, or the machine was closed.
            }
        }
    }

    private void answer(Socket connection) throws IOException {
        DataInputStream requests = new DataInputStream(connection.getInputStream());
        for (Optional<Frames.Frame> request = Frames.read(requests);
                request.isPresent();
                request = Frames.read(requests)) {
            asked.add(request.get().text().split("\0", 3)[1]);
            Frames.write(connection.getOutputStream(), Frames.STARTED, new byte[0], 0, 0);
        }
    }

    @Override
    public Socket connect(Duration limit) throws IOException {
        return ChannelSocket.to(door.getLocalSocketAddress());
    }

    @Override
    public boolean isAlive() {
        return !door.isClosed();
    }

    @Override
    public boolean endsWithin(Duration limit) {
        return door.isClosed();
    }

    @Override
    public String lastWords() {
        return "";
    }

    @Override
    public void save(SavedMachine saved, Deadline deadline) throws IOException {
        asked.add("save");
        throw new IOException(whyNotSaved);
    }

    @Override
    public void goOn(Deadline deadline) {
        asked.add("go on");
    }

    @Override
    public void close() {
        asked.add("close");
        try {
            door.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
