package dev.sandboxed.core.internal.watchdog;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Removes what a JVM left that was killed; started by the watchdog. */
public final class Reaper {

    /** Runtimes may still have been at work on what the JVM had asked for: what they finish is found later. */
    private static final List<Duration> PAUSES =
            List.of(Duration.ZERO, Duration.ofMillis(700), Duration.ofMillis(1_500));

    private static final Logger LOG = System.getLogger(Reaper.class.getName());

    private Reaper() {}

    /**
     * Lets each provider remove what dead owners left.
     *
     * @param providers their names
     */
    public static void main(String[] providers) throws InterruptedException {
        Configuration configuration = HandedSettings.read(Surroundings.ofThisProcess());
        ProviderRegistry registry =
                ProviderRegistry.discover(configuration, SandboxListener.SILENT, Reaper.class.getClassLoader());
        for (Duration pause : PAUSES) {
            LockSupport.parkNanos(pause.toNanos());
            List<Thread> reaping = new ArrayList<>();
            for (String provider : providers) {
                Thread thread = new Thread(() -> reap(registry, provider), "sandboxed-reaper-" + provider);
                thread.start();
                reaping.add(thread);
            }
            for (Thread thread : reaping) {
                thread.join();
            }
        }
        System.exit(0);
    }

    /** Nobody listens any more. What could not be removed, the next JVM finds. */
    private static void reap(ProviderRegistry registry, String provider) {
        try {
            registry.named(provider).reap();
        } catch (SandboxException e) {
            LOG.log(Level.WARNING, "Provider " + provider + " could not remove what is left", e);
        }
    }
}
