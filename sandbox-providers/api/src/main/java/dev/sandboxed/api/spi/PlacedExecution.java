package dev.sandboxed.api.spi;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import java.util.function.UnaryOperator;

/** An execution whose result is settled by its sandbox before anybody sees it. */
final class PlacedExecution extends ForwardingExecution {

    private final UnaryOperator<ExecResult> settle;

    PlacedExecution(Execution running, UnaryOperator<ExecResult> settle) {
        super(running);
        this.settle = settle;
    }

    @Override
    public ExecResult await() {
        return settle.apply(running().await());
    }
}
