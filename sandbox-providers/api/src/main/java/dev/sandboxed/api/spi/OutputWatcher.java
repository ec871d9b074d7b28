package dev.sandboxed.api.spi;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.OutputChunk;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps whoever watches the output of a command from harming it, for one run of that command: tells one piece at a time, though each
 * output may have its own thread, and nothing more once the watcher has thrown.
 */
final class OutputWatcher implements Consumer<OutputChunk> {

    private static final Logger LOG = System.getLogger(OutputWatcher.class.getName());

    private final String sandbox;
    private @Nullable Consumer<OutputChunk> watcher;

    private OutputWatcher(String sandbox, Consumer<OutputChunk> watcher) {
        this.sandbox = sandbox;
        this.watcher = watcher;
    }

    /** Returns what is to be run in place of a command; itself if nobody watches it. */
    static Command guarding(Command command, String sandbox) {
        return command.outputWatcher()
                .map(watcher -> command.onOutput(new OutputWatcher(sandbox, watcher)))
                .orElse(command);
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
            LOG.log(
                    Level.WARNING,
                    "Who watched the output of a command in sandbox " + sandbox + " threw, and is told nothing more",
                    e);
        }
    }
}
