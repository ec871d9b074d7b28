package dev.sandboxed.core.internal.kept;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.health.BackgroundThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Removes what earlier JVMs kept and whose time is up, while this one goes on. Where there is nothing of that, no provider is opened and
 * no thread started.
 */
public final class LeftoverSweep implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LeftoverSweep.class.getName());

    /** A provider may never answer. What it keeps is removed another time. */
    private static final long LONGEST_WAIT_SECONDS = 10;

    private final CountDownLatch done;

    private LeftoverSweep(CountDownLatch done) {
        this.done = done;
    }

    /**
     * Begins to remove it.
     *
     * @param registry who has the providers; it is closed after this
     */
    public static LeftoverSweep begin(Configuration configuration, ProviderRegistry registry) {
        KeptSandboxes kept = KeptSandboxes.in(configuration);
        Path state = configuration.stateDirectory();
        if (!kept.hasDue() && !ClassPathFolders.areIn(state)) {
            return new LeftoverSweep(new CountDownLatch(0));
        }
        LeftoverSweep sweep = new LeftoverSweep(new CountDownLatch(1));
        BackgroundThread.start("sandboxed-leftovers", () -> {
            try {
                tell("Removed a sandbox that was kept, and whose time is up: ", Level.INFO, kept.sweep(registry));
                tell("Removed a class path that was not used for long: ", Level.DEBUG, ClassPathFolders.sweep(state));
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "What earlier runs kept is looked for another time", e);
            } finally {
                sweep.done.countDown();
            }
        });
        return sweep;
    }

    /** What cannot be removed now is no matter of those tests. The command {@code reap} tells it. */
    private static void tell(String what, Level level, ReapReport report) {
        report.removed().forEach(one -> LOG.log(level, what + one));
        report.failures().forEach(failure -> LOG.log(Level.DEBUG, failure));
    }

    /** Waits until it is done, though not for long. */
    @Override
    public void close() {
        try {
            if (!done.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                LOG.log(Level.DEBUG, "What earlier runs kept was not removed in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
