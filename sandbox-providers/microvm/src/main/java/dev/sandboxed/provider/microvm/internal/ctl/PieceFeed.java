package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.internal.output.StdinPump;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries a stream to a command that runs, piece by piece: a file for each, which has its number and size in its name, so that
 * it is known inside when all of it is there. The last one is empty.
 */
final class PieceFeed implements AutoCloseable {

    /** Each piece is a call of the controller. */
    private static final int LARGEST = 1024 * 1024;

    private final InputStream source;
    private final String names;
    private final BiConsumer<String, Stdin> write;
    private final Consumer<String> remove;
    private volatile boolean over;
    private volatile @Nullable SandboxException failure;

    private PieceFeed(InputStream source, String names, BiConsumer<String, Stdin> write, Consumer<String> remove) {
        this.source = source;
        this.names = names;
        this.write = write;
        this.remove = remove;
    }

    /**
     * Starts to carry.
     *
     * @param names what the names of files inside begin with
     * @param write writes a file inside
     * @param remove has a file removed some time, for which nobody waits any more
     * @param kill ends the command, so that it does not take half of the input for all of it
     */
    static PieceFeed start(
            InputStream source, String names, BiConsumer<String, Stdin> write, Consumer<String> remove, Runnable kill) {
        PieceFeed feed = new PieceFeed(source, names, write, remove);
        DaemonThread.start("sandboxed-" + CtlProvider.NAME + "-input", () -> feed.carry(kill));
        return feed;
    }

    private void carry(Runnable kill) {
        try {
            byte[] piece = new byte[LARGEST];
            int number = 1;
            for (int size = read(piece); size >= 0; size = read(piece)) {
                if (size > 0) {
                    put(number++, Arrays.copyOf(piece, size));
                }
            }
            put(number, new byte[0]);
        } catch (IOException e) {
            fail(StdinPump.brokenSource(e), kill);
        } catch (SandboxException e) {
            fail(e, kill);
        } catch (RuntimeException | Error e) {
            fail(StdinPump.brokenSource(e), kill);
        }
    }

    /** Reads what is there, and waits where nothing is; there is no more once the command has ended. */
    private int read(byte[] piece) throws IOException {
        int size = over ? -1 : source.read(piece);
        while (size > 0 && size < piece.length && source.available() > 0) {
            size += Math.max(0, source.read(piece, size, Math.min(source.available(), piece.length - size)));
        }
        return size;
    }

    private void put(int number, byte[] piece) {
        String file = names + "." + number + "." + piece.length;
        if (!over) {
            write.accept(file, Stdin.bytes(piece));
        }
        if (over) {
            remove.accept(file);
        }
    }

    /** What goes wrong when the command has ended is nobody's concern. */
    private void fail(SandboxException e, Runnable kill) {
        if (!over) {
            failure = e;
            kill.run();
        }
    }

    /**
     * Makes sure that the command was not given only a part of its input.
     *
     * @throws SandboxException what broke: the source, or the way into the machine
     */
    void requireWhole() {
        SandboxException e = failure;
        if (e != null) {
            throw e;
        }
    }

    /** The command has ended. */
    @Override
    public void close() {
        over = true;
    }
}
