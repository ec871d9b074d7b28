package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * What a running command has said so far, listened to on a thread of its own: a provider that never delivers then costs a
 * test its patience and not its whole time. The thread ends with the output, and that ends when the command is closed.
 */
public final class LiveOutput {

    private final StringBuilder said = new StringBuilder();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private LiveOutput() {}

    /** Listens to both outputs of a command. */
    public static LiveOutput of(Execution execution) {
        LiveOutput output = new LiveOutput();
        output.listen(() -> execution.forEachChunk(chunk -> output.add(chunk.text())));
        return output;
    }

    /** Listens to what a terminal shows. */
    public static LiveOutput of(Terminal terminal) {
        LiveOutput output = new LiveOutput();
        output.listen(() -> output.addAll(terminal.output()));
        return output;
    }

    /** Returns everything that was said. */
    public synchronized String text() {
        return said.toString();
    }

    /** Returns whether a word comes within a while, stretched as the trial has it. */
    public boolean hears(Trial trial, String word, Duration ordinary) {
        return trial.comesTrue(ordinary, () -> text().contains(word) || end.isDone()) && text().contains(word);
    }

    private synchronized void add(String more) {
        said.append(more);
    }

    private void addAll(InputStream output) {
        byte[] buffer = new byte[4096];
        try {
            for (int length = output.read(buffer); length >= 0; length = output.read(buffer)) {
                add(new String(buffer, 0, length, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // A terminal that is closed while somebody reads it ends that way; what was said until then counts.
            end.complete(null);
        }
    }

    private void listen(Runnable listening) {
        Thread listener = new Thread(
                () -> {
                    try {
                        listening.run();
                    } catch (SandboxException e) {
                        add(e.toString());
                    } finally {
                        end.complete(null);
                    }
                },
                "conformance-listener");
        listener.setDaemon(true);
        listener.start();
    }
}
