package dev.sandboxed.folder.internal.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A file that one at a time holds, among the threads of this process and among all processes. Whoever is killed lets go of it.
 *
 * @param file the file, absolute; it is made, and stays
 */
public record FolderLock(Path file) {

    /** File locks keep other processes out, these keep other threads of this one. */
    private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

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
        ReentrantLock threads = THREADS.computeIfAbsent(file, any -> new ReentrantLock());
        threads.lockInterruptibly();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            // Closing the channel lets go of it.
            channel.lock();
            return work.run();
        } finally {
            threads.unlock();
        }
    }
}
