package dev.sandboxed.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The program {@code docker}. */
final class DockerCli {

    private DockerCli() {}

    /**
     * Run it and give what it printed.
     *
     * @throws IllegalStateException if it fails
     */
    static String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(arguments));
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
