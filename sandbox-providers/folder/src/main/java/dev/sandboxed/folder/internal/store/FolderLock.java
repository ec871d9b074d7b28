package dev.sandboxed.folder.internal.store;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A file that one at a time holds, among the threads of this process and among all processes. Whoever is killed lets go of it.
 *
 * @param file the file, absolute; it is made, and stays
 */
public record FolderLock(Path file) {

    /** File locks keep other processes out, these keep other threads of this one. */
    private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    /** How often another process is looked at: no call waits for one with a limit. */
    private static final Duration OTHER_PROCESS = Duration.ofMillis(20);

    /** What nobody else may do at the same time. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    /**
     * Does something while others who need the same wait.
     *
     * @throws IOException if the file cannot be made or locked, or the work fails
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public <T> T alone(Work<T> work) throws IOException, InterruptedException {
        ReentrantLock threads = threads();
        threads.lockInterruptibly();
        try (FileChannel channel = open()) {
            // Closing the channel lets go of it.
            channel.lock();
            return work.run();
        } finally {
            threads.unlock();
        }
    }

    /**
     * Does something while others who need the same wait, if they let go of it in time.
     *
     * @param deadline until when they are waited for; the work knows by itself how long it may take
     * @throws SandboxStartException if they did not
     * @throws IOException if the file cannot be made or locked, or the work fails
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public <T> T alone(Deadline deadline, Work<T> work) throws IOException, InterruptedException {
        ReentrantLock threads = threads();
        while (!threads.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
            deadline.check(waiting());
        }
        try (FileChannel channel = open()) {
            while (channel.tryLock() == null) {
                deadline.check(waiting());
                LockSupport.parkNanos(OTHER_PROCESS.toNanos());
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
            return work.run();
        } finally {
            threads.unlock();
        }
    }

    private String waiting() {
        return "waiting for others who hold '" + file + "'";
    }

    private ReentrantLock threads() {
        return THREADS.computeIfAbsent(file, any -> new ReentrantLock());
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
