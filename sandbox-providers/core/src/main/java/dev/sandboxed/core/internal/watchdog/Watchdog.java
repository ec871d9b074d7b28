package dev.sandboxed.core.internal.watchdog;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that sandboxes do not outlive this JVM, however it ends: it starts a process with the first of them that waits at
 * the other end of a pipe, and tells it which providers have any. When the pipe is closed and there are some left, that process
 * removes them. Safe from several threads.
 */
public final class Watchdog implements SandboxListener, AutoCloseable {

    private static final Logger LOG = System.getLogger(Watchdog.class.getName());

    private final Launch launch;
    private final Map<String, Set<String>> live = new TreeMap<>();
    private String told = "";
    private @Nullable OutputStream pipe;
    private boolean failed;

    /** Starts the process that waits, and returns the pipe to it. */
    @FunctionalInterface
    interface Launch {
        OutputStream start() throws IOException;
    }

    /**
     * Returns one for the providers that a class loader sees. It starts nothing yet.
     *
     * @param configuration what the providers are configured with
     */
    public static Watchdog over(Configuration configuration, ClassLoader loader) {
        return new Watchdog(() -> new WatchdogProcess(configuration, loader).start());
    }

    /**
     * Starts nothing yet.
     *
     * @param launch how to start the process when there is something to watch
     */
    Watchdog(Launch launch) {
        this.launch = launch;
    }

    @Override
    public void on(SandboxEvent event) {
        if (event instanceof SandboxEvent.Creating) {
            lives(event.at().provider(), event.at().sandbox());
        } else if (event instanceof SandboxEvent.Destroyed || event instanceof SandboxEvent.Failed) {
            isGone(event.at().provider(), event.at().sandbox());
        }
    }

    private synchronized void lives(String provider, String sandbox) {
        live.computeIfAbsent(provider, absent -> new HashSet<>()).add(sandbox);
        tell();
    }

    private synchronized void isGone(String provider, String sandbox) {
        live.computeIfPresent(provider, (name, those) -> {
            those.remove(sandbox);
            return those.isEmpty() ? null : those;
        });
        tell();
    }

    /** Lets the process end, unless sandboxes are left: those it will still remove when this JVM ends. */
    @Override
    public synchronized void close() {
        OutputStream open = pipe;
        if (open == null || !live.isEmpty()) {
            return;
        }
        pipe = null;
        told = "";
        try {
            open.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The watchdog was gone before", e);
        }
    }

    private void tell() {
        String line = String.join(" ", live.keySet());
        if (failed || line.equals(told)) {
            return;
        }
        try {
            OutputStream open = pipe;
            if (open == null) {
                open = launch.start();
                pipe = open;
            }
            open.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            open.flush();
            told = line;
        } catch (IOException e) {
            failed = true;
            LOG.log(
                    Level.WARNING,
                    "There is no watchdog; what this JVM leaves if it is killed is removed by the next one, or by"
                            + " ./sandboxed reap",
                    e);
        }
    }
}
