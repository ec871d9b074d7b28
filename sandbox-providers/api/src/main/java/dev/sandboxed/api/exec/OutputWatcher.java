package dev.sandboxed.api.exec;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps whoever watches an output from harming the command, and tells one piece at a time though each output has its own thread. */
final class OutputWatcher implements Consumer<OutputChunk> {

    private static final Logger LOG = System.getLogger(OutputWatcher.class.getName());

    private final Command command;
    private @Nullable Consumer<OutputChunk> watcher;

    OutputWatcher(Command command, Consumer<OutputChunk> watcher) {
        this.command = command;
        this.watcher = watcher;
    }

    @Override
    public synchronized void accept(OutputChunk chunk) {
        if (watcher == null) {
            return;
        }
        try {
            watcher.accept(chunk);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            watcher = null;
            LOG.log(Level.WARNING, "Who watched the output of '" + command + "' threw, and is told nothing more", e);
        }
    }
}
