package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.conformance.internal.host.HostFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the short scripts with which an author helps, on the host. */
final class HostShell {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    private HostShell() {}

    /**
     * Runs a script to its end.
     *
     * @throws IllegalStateException if it fails, or takes longer than a minute; the message has what it printed
     */
    static void run(String script, Map<String, String> variables) {
        ProcessBuilder shell = new ProcessBuilder(List.of("/bin/sh", "-c", script)).redirectErrorStream(true);
        shell.environment().putAll(variables);
        try {
            // A file and not a pipe: whatever the script leaves running would hold a pipe open.
            Path printed = Files.createTempFile("sandboxed-conformance", ".log");
            try {
                Process process = shell.redirectOutput(printed.toFile()).start();
                process.getOutputStream().close();
                if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException(
                            "The provider's script did not end within " + LONGEST + ": " + script);
                }
                requireSuccess(process.exitValue(), script, HostFacts.text(printed));
            } finally {
                Files.delete(printed);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run the provider's script: " + script, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the provider's script ran: " + script, e);
        }
    }

    private static void requireSuccess(int code, String script, String printed) {
        if (code != 0) {
            throw new IllegalStateException("The provider's script failed with code " + code + ": " + script
                    + (printed.isEmpty() ? "" : "\n  " + printed));
        }
    }
}
