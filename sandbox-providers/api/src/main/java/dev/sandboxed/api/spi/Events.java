package dev.sandboxed.api.spi;

import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.internal.thread.Interruption;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reports to a listener what happens to one sandbox; a listener that throws harms nobody but is put on record. */
public final class Events {

    private static final Logger LOG = System.getLogger(Events.class.getName());

    private final String provider;
    private final String sandbox;
    private final SandboxListener listener;

    public Events(String provider, String sandbox, SandboxListener listener) {
        this.provider = provider;
        this.sandbox = sandbox;
        this.listener = listener;
    }

    /**
     * Reports what a sandbox has tried, where anybody listens: to find that out takes time. The sandbox is about to be destroyed, and
     * is so whether or not that is known any more. Whoever was interrupted wants to know why all the more.
     */
    void tellAttempts(Supplier<List<NetworkAttempt>> attempts) {
        if (listener == SandboxListener.SILENT) {
            return;
        }
        try {
            List<NetworkAttempt> all = Interruption.postponed(attempts);
            if (!all.isEmpty()) {
                tell(at -> new SandboxEvent.NetworkTried(at, all));
            }
        } catch (RuntimeException | Error e) {
            LOG.log(Level.DEBUG, "It is not known what sandbox " + sandbox + " has tried to reach", e);
        }
    }

    public void tell(Function<SandboxEvent.At, SandboxEvent> event) {
        if (listener == SandboxListener.SILENT) {
            return;
        }
        try {
            listener.on(event.apply(new SandboxEvent.At(provider, sandbox, Instant.now())));
        } catch (RuntimeException | AssertionError | LinkageError e) {
            LOG.log(Level.WARNING, "A listener failed on an event of sandbox " + sandbox, e);
        }
    }
}
