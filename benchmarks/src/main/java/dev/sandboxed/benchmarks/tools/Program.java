package dev.sandboxed.benchmarks.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A program of the host that is run to its end. */
public final class Program {

    private Program() {}

    /** Runs one that is given word by word. */
    public static String run(String... command) throws IOException, InterruptedException {
        return run(List.of(command));
    }

    /**
     * Run it and give what it printed.
     *
     * @throws IllegalStateException if it fails
     */
    public static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException(String.join(" ", command) + " exited with " + exitCode + ": " + printed);
        }
        return printed;
    }
}
