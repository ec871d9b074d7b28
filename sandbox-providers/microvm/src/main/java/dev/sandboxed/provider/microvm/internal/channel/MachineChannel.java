package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.process.internal.output.BulkOutputStream;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * The streams of a process in a machine, all over one connection. It can be {@linkplain #hold held}: then it has none for a while,
 * nothing is on the way, and whoever writes waits.
 */
final class MachineChannel implements GuestChannel {

    private enum Course {
        MOVING,
        HOLDING,
        HELD,
        ENDED
    }

    private final int number;
    private final boolean terminal;
    private final Runnable ended;
    private final ChunkQueue queue = new ChunkQueue(1, () -> {});
    private volatile Connection connection;
    private volatile Course course = Course.MOVING;
    private volatile boolean writersWait;
    private volatile boolean closed;
    private volatile OptionalInt exitCode = OptionalInt.empty();

    private MachineChannel(Connection connection, boolean terminal, int number, Runnable ended) {
        this.connection = connection;
        this.terminal = terminal;
        this.number = number;
        this.ended = ended;
    }

    /**
     * Follows a process that has begun.
     *
     * @param number tells it apart from others of the machine
     * @param ended told when nothing more can come
     */
    static MachineChannel follow(Connection connection, boolean terminal, int number, Runnable ended) {
        MachineChannel channel = new MachineChannel(connection, terminal, number, ended);
        channel.readOn();
        return channel;
    }

    private void readOn() {
        DaemonThread.start("sandboxed-machine-" + number, this::readAll);
    }

    private void readAll() {
        try (Connection present = connection) {
            for (Optional<Frames.Frame> frame = present.read(); frame.isPresent(); frame = present.read()) {
                if (frame.get().type() == Frames.HOLD) {
                    change(Course.HELD);
                    return;
                }
                take(frame.get());
            }
        } catch (IOException e) {
            // Whoever reads sees the end of it, and asks what became of the machine.
        } catch (RuntimeException | Error e) {
            queue.fail(e);
        }
        end();
    }

    private void end() {
        change(Course.ENDED);
        queue.sourceEnded();
        ended.run();
    }

    private synchronized void change(Course next) {
        course = next;
        notifyAll();
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

    /** Where the channel is to be held, all that is on the way arrives, whether somebody takes it or not. */
    private void put(Source source, Frames.Frame frame) {
        queue.awaitRoom(() -> closed || course == Course.HOLDING);
        queue.put(new OutputChunk(source, frame.content().array()));
    }

    /** Returns how the process ended, if the machine has said so. */
    OptionalInt exitCode() {
        return exitCode;
    }

    /** Returns what to ask the machine for when this was held and is to go on. */
    int number() {
        return number;
    }

    boolean hasEnded() {
        return course == Course.ENDED;
    }

    /** Says that it will be held. Whoever writes a lot would fill the machine's memory meanwhile, and never let go of the lock. */
    void stopWriters() {
        writersWait = true;
    }

    /** Says that it will not be held after all. */
    synchronized void letWritersGoOn() {
        writersWait = false;
        notifyAll();
    }

    /** Begins to hold it. The machine must have been told that it will be. */
    synchronized void hold() {
        if (course != Course.MOVING) {
            return;
        }
        course = Course.HOLDING;
        byte[] content = ByteBuffer.allocate(4).putInt(number).array();
        try {
            connection.write(Frames.HOLD, content, 0, content.length);
        } catch (IOException e) {
            // The connection is broken, so whoever reads from it comes to the end.
            connection.close();
        }
    }

    /**
     * Waits until it has no connection; returns whether it is held, and has not ended meanwhile.
     *
     * @throws IOException if it does not get there in time
     */
    synchronized boolean awaitHeld(Deadline deadline) throws IOException {
        while (course == Course.HOLDING) {
            if (deadline.hasPassed()) {
                throw new IOException("A process of the machine does not let go of its connection");
            }
            await(Math.max(1, deadline.remaining().toMillis()));
        }
        return course == Course.HELD;
    }

    /** Goes on, once it was held, on a connection that leads to the same process. */
    synchronized void goOn(Connection next) {
        connection = next;
        writersWait = false;
        change(Course.MOVING);
        if (closed) {
            next.close();
        }
        readOn();
    }

    /** Says that the process cannot be reached any more. */
    synchronized void lose() {
        connection.close();
        if (course == Course.HELD) {
            end();
        }
    }

    /** Only while this is locked. */
    private void await(long millis) throws InterruptedIOException {
        try {
            TimeUnit.MILLISECONDS.timedWait(this, millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while the machine was held still");
        }
    }

    @Override
    public OutputStream input() {
        return new BulkOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (int at = 0; at < length; at += Connection.PIECE) {
                    send(Frames.INPUT, bytes, offset + at, Math.min(Connection.PIECE, length - at));
                }
            }

            @Override
            public void close() throws IOException {
                send(Frames.END_OF_INPUT, new byte[0], 0, 0);
            }
        };
    }

    private synchronized void send(char type, byte[] bytes, int offset, int length) throws IOException {
        while (writersWait && !closed && course != Course.ENDED) {
            await(Long.MAX_VALUE);
        }
        connection.write(type, bytes, offset, length);
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
        connection.close();
        synchronized (this) {
            notifyAll();
        }
    }
}
