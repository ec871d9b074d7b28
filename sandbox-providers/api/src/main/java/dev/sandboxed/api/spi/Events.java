package dev.sandboxed.api.spi;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.function.Function;

/** Tells a listener what happens to one sandbox; a listener that throws harms nobody but is put on record. */
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

    /** Returns whether anybody listens: what takes time to find out need not be found out for nobody. */
    public boolean areHeard() {
        return listener != SandboxListener.SILENT;
    }

    public void tell(Function<SandboxEvent.At, SandboxEvent> event) {
        if (!areHeard()) {
            return;
        }
        try {
            listener.on(event.apply(new SandboxEvent.At(provider, sandbox, Instant.now())));
        } catch (RuntimeException | AssertionError | LinkageError e) {
            LOG.log(Level.WARNING, "A listener failed on an event of sandbox " + sandbox, e);
        }
    }
}
