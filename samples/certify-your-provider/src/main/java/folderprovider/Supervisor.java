package folderprovider;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The Perl program between the JVM and a command.
 *
 * @param perl where Perl is
 */
record Supervisor(Path perl) {

    private static final int PATIENCE_MILLIS = 800;

    /**
     * Find out by trying whether it works.
     *
     * @return the version of Perl
     * @throws IOException if it cannot be used here; the message says why
     */
    String version() throws IOException {
        Process process = start(List.of("-e", "printf '%vd', $^V; exit 42"), Path.of("/"), Map.of());
        try {
            if (!process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException("'" + perl + "' did not end within " + PATIENCE_MILLIS + " ms");
            }
            if (process.exitValue() != 42) {
                throw new IOException("'" + perl + "' ended with code " + process.exitValue()
                        + " and not with 42, as it was told to");
            }
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while '" + perl + "' was tried", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Start it for one command; it waits for the request on its standard input, and writes the verdict in the end. */
    Process supervise(Path directory, ProcessMark mark, Path verdict) throws IOException {
        return start(List.of("-e", script(), verdict.toString()), directory, mark.addedTo(Map.of()));
    }

    /** Write the request for a command, in UTF-8 whatever the locale of the JVM. */
    static byte[] request(List<String> argv, Map<String, String> env) {
        List<String> words = new ArrayList<>();
        words.add(Integer.toString(argv.size()));
        words.addAll(argv);
        env.forEach((name, value) -> words.add(name + "=" + value));
        String text = String.join("\0", words);
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        return String.format("%010d%s", length, text).getBytes(StandardCharsets.UTF_8);
    }

    private Process start(List<String> arguments, Path directory, Map<String, String> env) throws IOException {
        List<String> line = new ArrayList<>(List.of(perl.toString()));
        line.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(env);
        return builder.start();
    }

    private static String script() throws IOException {
        try (InputStream script = Supervisor.class.getResourceAsStream("supervisor.pl")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
