package dev.sandboxed.serve;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** An SDK of E2B in a folder of the build, and scripts that run with it. */
final class Sdk {

    private static final long INSTALL_SECONDS = 240;
    private static final long SCRIPT_SECONDS = 120;

    private Sdk() {}

    /**
     * What came of a program.
     *
     * @param code its exit code
     * @param lines what it wrote
     * @param errors what it complained of
     */
    record Ran(int code, List<String> lines, String errors) {}

    /** Returns the folder with an SDK, which is installed once; a test that cannot have it is skipped, and says why. */
    static Path installed(String name, Installation installation) throws Exception {
        Path folder = Path.of("target", "sdk", name).toAbsolutePath();
        Path done = folder.resolve("installed");
        if (!Files.exists(done)) {
            Files.createDirectories(folder);
            for (List<String> command : installation.into(folder)) {
                Ran ran = run(command, Map.of(), INSTALL_SECONDS);
                if (ran.code() != 0) {
                    abort("The SDK cannot be installed: " + String.join(" ", command) + " exited with " + ran.code()
                            + ": " + ran.errors());
                }
            }
            Files.createFile(done);
        }
        return folder;
    }

    /** Says how an SDK gets into a folder. */
    @FunctionalInterface
    interface Installation {
        List<List<String>> into(Path folder);
    }

    /** Returns what a program says of its version; a test that needs one that is absent is skipped. */
    static String version(String program) throws Exception {
        try {
            Ran ran = run(List.of(program, "--version"), Map.of(), INSTALL_SECONDS);
            if (ran.code() == 0 && !ran.lines().isEmpty()) {
                return ran.lines().get(0);
            }
            return abort(program + " does not run: " + ran.errors());
        } catch (IOException e) {
            return abort("There is no " + program + " on this host: " + e.getMessage());
        }
    }

    static Path script(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(Sdk.class.getResource(name), name).toURI());
    }

    static Ran runScript(List<String> command, Map<String, String> environment) throws Exception {
        return run(command, environment, SCRIPT_SECONDS);
    }

    private static Ran run(List<String> command, Map<String, String> environment, long seconds) throws Exception {
        Path out = Files.createTempFile("sdk", ".out");
        Path err = Files.createTempFile("sdk", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // Whoever runs the tests may use the real service.
        builder.environment().keySet().removeIf(name -> name.startsWith("E2B_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
            String late = ended ? "" : "it did not end within " + seconds + " s\n";
            return new Ran(ended ? process.exitValue() : -1, Files.readAllLines(out), late + Files.readString(err));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }
}
