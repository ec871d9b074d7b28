package dev.sandboxed.cli.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Runs the program in this JVM, with the given providers and nothing of this host's settings. */
final class CliRunner {

    private final List<SandboxProviderFactory> providers;
    private final Map<String, String> environment = new HashMap<>();
    private Path state = Path.of("/nowhere");
    private Supplier<OutputStream> stdout = ByteArrayOutputStream::new;
    private Supplier<OutputStream> stderr = ByteArrayOutputStream::new;

    CliRunner(SandboxProviderFactory... providers) {
        this.providers = List.of(providers);
    }

    CliRunner environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Gives providers that are real a folder. */
    CliRunner keepingStateIn(Path folder) {
        this.state = folder;
        return this;
    }

    CliRunner writingToNobody() {
        this.stdout = BrokenPipe::new;
        return this;
    }

    CliRunner tellingNobody() {
        this.stderr = BrokenPipe::new;
        return this;
    }

    Ran run(String... args) {
        OutputStream out = stdout.get();
        OutputStream err = stderr.get();
        Host host = new Host(
                new ByteArrayInputStream("typed".getBytes(StandardCharsets.UTF_8)),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new Surroundings(Map.of("java.io.tmpdir", "/tmp", "user.dir", "/nowhere"), environment),
                configuration -> ProviderRegistry.of(providers, name -> ProviderContext.in(state.resolve(name))));
        int code = Main.execute(host, args);
        return new Ran(code, written(out), new String(written(err), StandardCharsets.UTF_8));
    }

    private static byte[] written(OutputStream stream) {
        return stream instanceof ByteArrayOutputStream bytes ? bytes.toByteArray() : new byte[0];
    }

    /** What is left of a pipe when its reader has gone. */
    private static final class BrokenPipe extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
        }
    }

    /**
     * What came of it.
     *
     * @param code the exit code
     * @param stdout the bytes on standard output
     * @param stderr the text on standard error
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Ran(int code, byte[] stdout, String stderr) {
        String text() {
            return new String(stdout, StandardCharsets.UTF_8);
        }
    }
}
