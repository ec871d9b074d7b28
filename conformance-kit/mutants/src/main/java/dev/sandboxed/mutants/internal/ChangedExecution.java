package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.spi.ForwardingExecution;

/** A running command of which one thing is broken, and the rest works. */
public abstract class ChangedExecution extends ForwardingExecution {

    protected ChangedExecution(Execution working) {
        super(working);
    }

    @Override
    public ExecResult await() {
        return running().await();
    }
}
