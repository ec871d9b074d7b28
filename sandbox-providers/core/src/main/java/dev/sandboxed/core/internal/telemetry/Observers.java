package dev.sandboxed.core.internal.telemetry;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.discovery.ServiceDiscovery;
import dev.sandboxed.core.internal.pool.PoolStatistics;
import dev.sandboxed.core.internal.watchdog.Watchdog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Everybody who is told what happens to sandboxes. One that fails harms neither the sandbox nor the others; one that does not
 * link is told nothing more. Safe from several threads.
 */
public final class Observers implements SandboxListener, AutoCloseable {

    private static final Logger LOG = System.getLogger(Observers.class.getName());

    private final List<SandboxListener> listeners;

    Observers(List<SandboxListener> listeners) {
        this.listeners = new CopyOnWriteArrayList<>(listeners);
    }

    /**
     * Returns the watchdog, those that a class loader finds as services, and those that measure with what is on the class path.
     *
     * @param configuration what the providers are configured with
     */
    public static Observers of(Configuration configuration, ClassLoader loader) {
        List<SandboxListener> all = new ArrayList<>();
        all.add(Watchdog.over(configuration, loader));
        all.addAll(services(loader));
        with("jdk.jfr.FlightRecorder", () -> new FlightRecording(), all);
        with("io.micrometer.core.instrument.Metrics", () -> new MicrometerMeters(), all);
        with("io.opentelemetry.api.GlobalOpenTelemetry", () -> new OpenTelemetrySpans(), all);
        return new Observers(all);
    }

    /** Adds a listener that is not closed with the others. */
    public void tellAlso(SandboxListener listener) {
        listeners.add(event -> listener.on(event));
    }

    /** Shows what a pool is doing wherever something can show it. */
    public void watch(Supplier<PoolStatistics> pool) {
        for (SandboxListener listener : listeners) {
            if (listener instanceof PoolGauges gauges) {
                guarded(listener, "a pool", () -> gauges.watch(pool));
            }
        }
    }

    @Override
    public void on(SandboxEvent event) {
        for (SandboxListener listener : listeners) {
            guarded(listener, event, () -> listener.on(event));
        }
    }

    @Override
    public void close() {
        for (SandboxListener listener : listeners) {
            if (listener instanceof AutoCloseable closeable) {
                guarded(listener, "the end", () -> close(closeable));
            }
        }
    }

    private static void close(AutoCloseable listener) {
        try {
            listener.close();
        } catch (Exception e) {
            throw new IllegalStateException("It cannot be closed: " + e.getMessage(), e);
        }
    }

    private void guarded(SandboxListener listener, Object what, Runnable telling) {
        try {
            telling.run();
        } catch (LinkageError e) {
            listeners.remove(listener);
            LOG.log(Level.WARNING, listener.getClass().getName() + " does not fit what is on the class path", e);
        } catch (RuntimeException | AssertionError e) {
            LOG.log(Level.WARNING, listener.getClass().getName() + " failed when it was told of " + what, e);
        }
    }

    /**
     * The classes that measure name those of a library, so that they must not be loaded without it; a reference to their
     * constructors would.
     */
    private static void with(String library, Supplier<SandboxListener> listener, List<SandboxListener> all) {
        try {
            Class.forName(library, false, Observers.class.getClassLoader());
            all.add(listener.get());
        } catch (ClassNotFoundException absent) {
            LOG.log(Level.TRACE, "There is no {0}", library);
        } catch (LinkageError e) {
            LOG.log(Level.WARNING, "What is on the class path of " + library + " cannot be used to measure", e);
        }
    }

    private static List<SandboxListener> services(ClassLoader loader) {
        ServiceDiscovery<SandboxListener> services = ServiceDiscovery.of(SandboxListener.class, loader);
        services.failures()
                .forEach(failure -> LOG.log(
                        Level.WARNING, "The listener " + failure.type() + " cannot be loaded", failure.reason()));
        return services.found();
    }
}
