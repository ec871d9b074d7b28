package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import java.io.InputStream;
import java.io.OutputStream;

/** A terminal of which one thing is broken, and the rest works. */
public abstract class ChangedTerminal implements Terminal {

    private final Terminal working;

    protected ChangedTerminal(Terminal working) {
        this.working = working;
    }

    @Override
    public OutputStream input() {
        return working.input();
    }

    @Override
    public InputStream output() {
        return working.output();
    }

    @Override
    public void resize(TerminalSize size) {
        working.resize(size);
    }

    @Override
    public void signal(Signal signal) {
        working.signal(signal);
    }

    @Override
    public Ending await() {
        return working.await();
    }

    @Override
    public void close() {
        working.close();
    }
}
