package dev.sandboxed.api.spi;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;

/** An execution whose result knows the sandbox it ran in. */
final class PlacedExecution extends ForwardingExecution {

    private final ExecResult.Place place;

    PlacedExecution(Execution running, ExecResult.Place place) {
        super(running);
        this.place = place;
    }

    @Override
    public ExecResult await() {
        return running().await().in(place);
    }
}
