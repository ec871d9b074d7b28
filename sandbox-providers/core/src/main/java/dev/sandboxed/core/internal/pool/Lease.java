package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.spi.Events;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A sandbox that was claimed, until it is released. Nobody else has had it, and nobody else will. */
public final class Lease implements AutoCloseable {

    private final SelectedSandbox selected;
    private final @Nullable MissReason missed;
    private final Consumer<SelectedSandbox> release;
    private final AtomicBoolean released = new AtomicBoolean();

    Lease(SelectedSandbox selected, @Nullable MissReason missed, Consumer<SelectedSandbox> release) {
        this.selected = selected;
        this.missed = missed;
        this.release = release;
    }

    public SelectedSandbox selected() {
        return selected;
    }

    /** Returns why it was created for this claim; empty if it was made ahead. */
    public Optional<MissReason> missed() {
        return Optional.ofNullable(missed);
    }

    /** Tells how the claim went. */
    void tell(Events events, Duration waited) {
        events.tell(at -> missed == null
                ? new SandboxEvent.PoolHit(at, waited)
                : new SandboxEvent.PoolMissed(at, missed.written(), waited));
    }

    /** Returns the sandbox for whoever knows no leases: closing it releases it, and it is gone then. */
    public Sandbox sandbox() {
        return new LeasedSandbox(this);
    }

    /** Releases it: it is destroyed in the background. Releasing twice is fine. */
    @Override
    public void close() {
        if (released.compareAndSet(false, true)) {
            release.accept(selected);
        }
    }
}
