package dev.sandboxed.core.internal.choice;

import dev.sandboxed.core.internal.health.BackgroundThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** Logs which provider sandboxes run on and which were passed over, each choice once. Safe from several threads. */
public final class Announcement implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Announcement.class.getName());

    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private final Queue<CompletableFuture<Void>> underWay = new ConcurrentLinkedQueue<>();

    /** Logs a choice, unless it was logged before. */
    public void once(Selection selection) {
        onceBy(Runnable::run, selection);
    }

    /** Logs a choice as {@link #once} does, and lets nobody wait: the first line that a JVM logs can take as long as a test. */
    public void onceInBackground(Selection selection) {
        onceBy(task -> BackgroundThread.start("sandboxed-announcement", task), selection);
    }

    private void onceBy(Executor executor, Selection selection) {
        String choice = selection.describe();
        if (said.add(choice)) {
            underWay.add(CompletableFuture.runAsync(() -> announce(choice), executor));
        }
    }

    private static void announce(String choice) {
        LOG.log(Level.INFO, "Sandboxes run on {0}", choice);
    }

    /** Waits until all of it is logged. */
    @Override
    public void close() {
        underWay.forEach(CompletableFuture::join);
    }
}
