package dev.sandboxed.provider.remote.internal.http.guest;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.guest.internal.exec.GuestEndings;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What those who start processes in a sandbox know of it: whether anybody has found out yet that it is gone. */
final class GuestHandle implements SandboxLine.Handle {

    private final Function<String, Fault> fault;
    private final Consumer<String> gone;
    private volatile @Nullable String why;

    /**
     * Knows of one that is there.
     *
     * @param fault begins the description of what went wrong in the sandbox
     * @param gone told why, when the sandbox turns out to be gone
     */
    GuestHandle(Function<String, Fault> fault, Consumer<String> gone) {
        this.fault = fault;
        this.gone = gone;
    }

    @Override
    public void requireThere() {
        String reason = why;
        if (reason != null) {
            throw new GuestEndings(Limits.NONE, fault).gone(reason);
        }
    }

    @Override
    public void requireRuns() {
        requireThere();
    }

    @Override
    public void vanished(String reason) {
        why = reason;
        gone.accept(reason);
    }
}
