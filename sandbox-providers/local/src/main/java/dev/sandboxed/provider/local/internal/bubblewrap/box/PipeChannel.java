package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.process.internal.output.BulkOutputStream;
import dev.sandboxed.process.internal.output.OutputReader;
import dev.sandboxed.process.internal.thread.Alarm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Three named pipes between us and a process inside. Their folder is read-only in there, so what we open is what we made.
 *
 * <p>To open one end of a named pipe waits for the other, for ever if nobody comes. So we hold both ends of each until the
 * process has said something, and only then can see its end as the end of its outputs. Then their names are of no more use.
 */
final class PipeChannel implements GuestChannel {

    /** How long a process may take to say something, before we let go of its ends of the pipes. */
    private static final Duration ARRIVAL = Duration.ofSeconds(20);

    private final List<Path> names;
    private final List<FileChannel> bothEnds;
    private final FileChannel in;
    private final FileChannel out;
    private final FileChannel err;
    private final OutputReader outputs = new OutputReader(chunk -> arrived());
    private final Runnable whenArrived;
    private final Alarm arrival;
    private volatile boolean arrived;

    /**
     * Opens pipes.
     *
     * @param names of the one the process reads, and of the two it writes
     * @param whenArrived told once, when nobody has to care for this door any more
     * @throws IOException if one of them is not there; then none stays open
     */
    PipeChannel(List<Path> names, Runnable whenArrived) throws IOException {
        this.names = names;
        this.whenArrived = whenArrived;
        List<FileChannel> ends = new ArrayList<>();
        try {
            for (Path name : names) {
                ends.add(FileChannel.open(name, StandardOpenOption.READ, StandardOpenOption.WRITE));
            }
            ends.add(FileChannel.open(names.get(0), StandardOpenOption.WRITE));
            ends.add(FileChannel.open(names.get(1), StandardOpenOption.READ));
            ends.add(FileChannel.open(names.get(2), StandardOpenOption.READ));
        } catch (IOException e) {
            ends.forEach(PipeChannel::closeQuietly);
            throw e;
        }
        int pipes = names.size();
        this.bothEnds = new ArrayList<>(ends.subList(0, pipes));
        this.in = ends.get(pipes);
        this.out = ends.get(pipes + 1);
        this.err = ends.get(pipes + 2);
        this.arrival = Alarm.in(ARRIVAL, this::letGo);
        String reader = "sandboxed-pipe-" + names.get(0).getFileName();
        outputs.follow(Source.STDOUT, Channels.newInputStream(out), reader);
        outputs.follow(Source.STDERR, Channels.newInputStream(err), reader);
    }

    private void arrived() {
        if (!arrived) {
            arrived = true;
            arrival.silence();
            letGo();
        }
    }

    /** From now on the outputs end with the process, and have ended if there is none. */
    void letGo() {
        List<FileChannel> held;
        synchronized (bothEnds) {
            held = new ArrayList<>(bothEnds);
            bothEnds.clear();
        }
        if (!held.isEmpty()) {
            names.forEach(PipeChannel::deleteQuietly);
            held.forEach(PipeChannel::closeQuietly);
            whenArrived.run();
        }
    }

    @Override
    public OutputStream input() {
        return new BulkOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                writeAll(ByteBuffer.wrap(bytes, offset, length));
            }

            @Override
            public void close() throws IOException {
                in.close();
            }
        };
    }

    /** An interruption that came before would close the pipe; whoever waits for the command sees to it. */
    private void writeAll(ByteBuffer bytes) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (bytes.hasRemaining()) {
                in.write(bytes);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Optional<OutputChunk> read() throws IOException {
        return outputs.next();
    }

    @Override
    public void close() {
        arrival.silence();
        outputs.close();
        letGo();
        Arrays.asList(in, out, err).forEach(PipeChannel::closeQuietly);
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was written through it that could be lost.
        }
    }

    private static void deleteQuietly(Path name) {
        try {
            Files.deleteIfExists(name);
        } catch (IOException e) {
            // It goes with the folder.
        }
    }
}
