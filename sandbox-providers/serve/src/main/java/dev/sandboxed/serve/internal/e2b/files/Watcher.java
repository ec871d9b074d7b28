package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.web.BrokenOffException;
import dev.sandboxed.serve.internal.web.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks at a folder again and again, and collects what has changed. What nobody takes is bounded: then the watch ends. */
final class Watcher implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int MOST_WAITING = 10_000;

    private final SandboxFiles files;
    private final String folder;
    private final boolean recursive;
    /** What was found by each look; an empty list says that no more will come. */
    private final BlockingQueue<List<FileChange>> changes = new LinkedBlockingQueue<>();

    private FolderState last;
    private @Nullable Future<?> timer;
    /** Why it has ended, if that is to be told. */
    private volatile @Nullable ConnectError failure;

    private boolean closed;

    private Watcher(SandboxFiles files, String folder, boolean recursive) throws ConnectError {
        this.files = files;
        this.folder = folder;
        this.recursive = recursive;
        this.last = FolderState.of(files, folder, recursive);
    }

    /**
     * Begins to watch a folder, which must exist.
     *
     * @throws ConnectError if too much lies in it
     */
    static Watcher start(SandboxFiles files, String folder, boolean recursive, Timers timers) throws ConnectError {
        Watcher watcher = new Watcher(files, folder, recursive);
        synchronized (watcher) {
            watcher.timer = timers.every(PAUSE, watcher::look);
        }
        return watcher;
    }

    private void look() {
        try {
            // Not locked: one look begins when the one before has ended.
            FolderState now = FolderState.of(files, folder, recursive);
            List<FileChange> found = last.changesTo(now);
            last = now;
            if (!found.isEmpty()) {
                changes.add(found);
            }
            if (changes.stream().mapToInt(List::size).sum() > MOST_WAITING) {
                close();
            }
        } catch (SandboxStoppedException pausedForAWhile) {
            // What happens after that is seen then.
        } catch (ConnectError tooMuch) {
            failure = tooMuch;
            close();
        } catch (SandboxException gone) {
            close();
        }
    }

    /**
     * Takes what has changed, waiting for it.
     *
     * @throws ConnectError if no more will come, and the caller is to know why
     * @throws BrokenOffException if no more will come for another reason
     */
    List<FileChange> take(Duration most) throws ConnectError, BrokenOffException, InterruptedException {
        @Nullable List<FileChange> first = changes.poll(most.toNanos(), TimeUnit.NANOSECONDS);
        if (first != null && first.isEmpty()) {
            requireUnfailed();
            throw new BrokenOffException("the watch of " + folder + " has ended");
        }
        return first == null ? List.of() : first;
    }

    /**
     * Takes what has changed so far.
     *
     * @throws ConnectError if nothing has and no more will come, and the caller is to know why
     */
    List<FileChange> drain() throws ConnectError {
        List<List<FileChange>> taken = new ArrayList<>();
        changes.drainTo(taken);
        List<FileChange> all = taken.stream().flatMap(List::stream).toList();
        if (all.isEmpty()) {
            requireUnfailed();
        }
        return all;
    }

    /** One that was thrown cannot be thrown to the next who asks: it has the stack of another thread. */
    private void requireUnfailed() throws ConnectError {
        ConnectError why = failure;
        if (why != null) {
            throw new ConnectError(why.code(), String.valueOf(why.getMessage()));
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            changes.add(List.of());
            if (timer != null) {
                timer.cancel(false);
            }
        }
    }
}
