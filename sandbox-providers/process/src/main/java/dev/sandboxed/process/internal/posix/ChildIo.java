package dev.sandboxed.process.internal.posix;

import com.sun.jna.Native;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.process.internal.output.ByteFeed;
import dev.sandboxed.process.internal.output.ByteSink;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Moves bytes between a child and us on one thread, for all three streams at once, in rounds that end early when the child
 * does. Nothing in it blocks on one stream while another has something to do.
 */
public final class ChildIo implements AutoCloseable {

    /** A pipe that is ready for writing takes this much at least without blocking, on every system. */
    private static final int SAFE_WRITE = 512;
    /** Linux promises a whole page. */
    private static final int SAFE_WRITE_LINUX = 4096;

    /** The default is 64 KiB; an ordinary user may raise it to this. */
    private static final long LARGEST_PIPE = 2L << 20;

    private static final Duration BLIND_WAIT = Duration.ofMillis(2);

    private final Child child;
    private final ByteFeed feed;
    private final @Nullable Wakeup wakeup;
    private final Stream out;
    private final Stream err;
    private final Poller poller = new Poller();
    private final ByteBuffer direct = IoBuffers.take();
    private final ByteBuffer pending = IoBuffers.take();
    private final byte[] heap = new byte[8 * 1024];
    private boolean feeding = true;

    public ChildIo(Child child, ByteFeed feed, ByteSink out, ByteSink err, @Nullable Wakeup wakeup) {
        this.child = child;
        this.feed = feed;
        this.wakeup = wakeup;
        this.out = new Stream(child.stdout(), out);
        this.err = new Stream(child.stderr(), err);
        pending.limit(0);
    }

    /** Takes the first input; whatever is wrong with it shows here. */
    public void begin() {
        feedMore();
    }

    /** Returns whether both outputs have ended. */
    public boolean outputsEnded() {
        return out.ended && err.ended;
    }

    /** Does whatever can be done now; if that is nothing, wait for at most this long. */
    public void round(Duration longest) {
        poller.clear();
        int exit = poller.add(child.exitDescriptor(), Poller.Interest.READ);
        int woken = poller.add(wakeup == null ? -1 : wakeup.descriptor(), Poller.Interest.READ);
        int readOut = poller.add(out.descriptorIfWelcome(), Poller.Interest.READ);
        int readErr = poller.add(err.descriptorIfWelcome(), Poller.Interest.READ);
        int write = poller.add(feeding && pending.hasRemaining() ? child.stdin() : -1, Poller.Interest.WRITE);
        boolean blind = child.exitDescriptor() < 0 && BLIND_WAIT.compareTo(longest) < 0;
        poller.poll(blind ? BLIND_WAIT : longest);
        if (poller.isReady(woken) && wakeup != null) {
            wakeup.acknowledge();
        }
        readIfReady(readOut, out);
        readIfReady(readErr, err);
        if (poller.isReady(write)) {
            writeOnce();
        }
        if (feeding && !pending.hasRemaining() && !poller.isReady(exit)) {
            feedMore();
        }
    }

    /**
     * Reads what a child that has ended left in its pipes, whether or not it is welcome.
     *
     * <p>That is never more than a pipe holds, so reading stops there: a process that it left behind may hold the pipes open
     * for good, or go on writing.
     *
     * @param grace how long to wait for more
     */
    public void drain(Duration grace) {
        for (long read = out.read + err.read; !outputsEnded() && out.read + err.read - read < LARGEST_PIPE; ) {
            poller.clear();
            int readOut = poller.add(out.descriptorUnlessEnded(), Poller.Interest.READ);
            int readErr = poller.add(err.descriptorUnlessEnded(), Poller.Interest.READ);
            poller.poll(grace);
            boolean some = readIfReady(readOut, out);
            if (!readIfReady(readErr, err) && !some) {
                return;
            }
        }
    }

    private boolean readIfReady(int place, Stream stream) {
        if (!poller.isReady(place)) {
            return false;
        }
        stream.readOnce();
        return true;
    }

    private void feedMore() {
        pending.clear();
        int got = feed.fill(pending);
        pending.flip();
        if (got == ByteFeed.END) {
            stopFeeding();
        }
    }

    private void writeOnce() {
        int most = HostPlatform.current() == HostPlatform.LINUX ? SAFE_WRITE_LINUX : SAFE_WRITE;
        ByteBuffer part = pending.slice(pending.position(), Math.min(most, pending.remaining()));
        long written = SpawnCalls.write(child.stdin(), part, part.remaining());
        if (written > 0) {
            pending.position(pending.position() + (int) written);
        } else if (Native.getLastError() != LibC.EINTR) {
            stopFeeding();
        }
    }

    /** Either all was written, or the child does not read any more, which is its own affair. */
    private void stopFeeding() {
        feeding = false;
        child.closeStdin();
        feed.close();
    }

    @Override
    public void close() {
        feed.close();
        out.finish();
        err.finish();
        poller.close();
        IoBuffers.giveBack(direct);
        IoBuffers.giveBack(pending);
    }

    /** One output of the child. */
    private final class Stream {
        private final int fd;
        private final ByteSink sink;
        private boolean ended;
        private long read;

        Stream(int fd, ByteSink sink) {
            this.fd = fd;
            this.sink = sink;
        }

        int descriptorIfWelcome() {
            return sink.hasRoom() ? descriptorUnlessEnded() : -1;
        }

        int descriptorUnlessEnded() {
            return ended ? -1 : fd;
        }

        void readOnce() {
            direct.clear();
            long count = LibC.read(fd, direct, IoBuffers.SIZE);
            if (count > 0) {
                read += count;
                pass((int) count);
            } else if (count == 0 || Native.getLastError() != LibC.EINTR) {
                finish();
            }
        }

        private void pass(int count) {
            for (int left = count; left > 0; ) {
                int part = Math.min(left, heap.length);
                direct.get(heap, 0, part);
                sink.accept(heap, part);
                left -= part;
            }
        }

        void finish() {
            if (!ended) {
                ended = true;
                sink.end();
            }
        }
    }
}
