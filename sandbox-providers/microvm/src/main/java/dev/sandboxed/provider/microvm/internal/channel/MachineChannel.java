package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.process.internal.output.BulkOutputStream;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The streams of a process in a machine, all over one connection. */
final class MachineChannel implements GuestChannel {

    private static final int PIECE = 32 * 1024;

    private final Socket connection;
    private final DataInputStream frames;
    private final OutputStream out;
    private final ChunkQueue queue = new ChunkQueue(1, () -> {});
    private volatile boolean closed;
    private volatile boolean terminal;
    private volatile OptionalInt exitCode = OptionalInt.empty();

    MachineChannel(Socket connection) throws IOException {
        this.connection = connection;
        this.frames = new DataInputStream(new BufferedInputStream(connection.getInputStream(), PIECE));
        this.out = connection.getOutputStream();
    }

    /** Returns what comes before the process has begun. */
    DataInputStream frames() {
        return frames;
    }

    /** Asks for something, before a process has begun. */
    void ask(List<String> fields) throws IOException {
        Frames.ask(out, fields);
    }

    /** Follows the process, which has begun. */
    void follow(boolean onTerminal, String name) {
        terminal = onTerminal;
        DaemonThread.start(name, this::readAll);
    }

    private void readAll() {
        try (connection) {
            for (Optional<Frames.Frame> frame = Frames.read(frames); frame.isPresent(); frame = Frames.read(frames)) {
                take(frame.get());
            }
        } catch (IOException e) {
            // Whoever reads sees the end of it, and asks what became of the machine.
        } catch (RuntimeException | Error e) {
            queue.fail(e);
        } finally {
            queue.sourceEnded();
        }
    }

    private void take(Frames.Frame frame) {
        switch (frame.type()) {
            case Frames.OUTPUT -> put(Source.STDOUT, frame);
            case Frames.ERROR -> put(Source.STDERR, frame);
            case Frames.EXITED -> exitCode = OptionalInt.of(Integer.parseInt(frame.text()));
            default -> {
                // Nothing that a process does.
            }
        }
    }

    private void put(Source source, Frames.Frame frame) {
        queue.awaitRoom(() -> closed);
        queue.put(new OutputChunk(source, frame.content().array()));
    }

    /** Returns how the process ended, if the machine has said so. */
    OptionalInt exitCode() {
        return exitCode;
    }

    @Override
    public OutputStream input() {
        return new BulkOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (int at = 0; at < length; at += PIECE) {
                    send(Frames.INPUT, bytes, offset + at, Math.min(PIECE, length - at));
                }
            }

            @Override
            public void close() throws IOException {
                send(Frames.END_OF_INPUT, new byte[0], 0, 0);
            }
        };
    }

    private synchronized void send(char type, byte[] bytes, int offset, int length) throws IOException {
        Frames.write(out, type, bytes, offset, length);
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        return queue.read();
    }

    @Override
    public void resize(TerminalSize size) throws IOException {
        if (!terminal) {
            GuestChannel.super.resize(size);
        }
        byte[] content = ByteBuffer.allocate(4)
                .putShort((short) size.rows())
                .putShort((short) size.columns())
                .array();
        send(Frames.SIZE, content, 0, content.length);
    }

    /** What the process goes on to write is read and dropped inside. */
    @Override
    public void close() {
        closed = true;
        queue.close(new IOException("The channel is closed"));
        try {
            connection.close();
        } catch (IOException e) {
            // Then it is broken, and so not open any more either.
        }
    }
}
