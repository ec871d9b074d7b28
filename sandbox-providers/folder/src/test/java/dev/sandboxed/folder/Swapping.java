package dev.sandboxed.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CountDownLatch;

/** A thread that all the time puts a link in the place of a folder, and the folder back again. */
public final class Swapping implements AutoCloseable {

    private final Path folder;
    private final Path away;
    private final Path target;
    private final Thread thread;
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile boolean enough;

    private Swapping(Path folder, Path target) {
        this.folder = folder;
        this.away = folder.resolveSibling("away");
        this.target = target;
        this.thread = new Thread(this::swap, "swapping");
    }

    /** Swap a folder for a link to another one, which is made if it is missing, until it is closed. */
    public static Swapping of(Path folder, Path target) {
        Swapping swapping = new Swapping(folder, target);
        swapping.thread.start();
        return swapping;
    }

    private void swap() {
        while (!enough) {
            try {
                Files.createDirectories(folder.resolve("a").resolve("b"));
                Files.move(folder, away, StandardCopyOption.ATOMIC_MOVE);
                Files.createSymbolicLink(folder, target);
                begun.countDown();
                Files.delete(folder);
                Files.move(away, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException somebodyElseWasQuicker) {
                // Whoever works on the folder has removed something of it, and it is made again.
            }
        }
    }

    /** Waits until it has swapped once. */
    public void awaitFirst() throws InterruptedException {
        begun.await();
    }

    @Override
    public void close() {
        enough = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
