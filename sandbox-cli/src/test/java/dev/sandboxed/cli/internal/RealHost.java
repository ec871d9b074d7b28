package dev.sandboxed.cli.internal;

import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * Runs the program in this JVM with the providers that are really there.
 *
 * @param folder the working directory; the state goes into it as well
 */
record RealHost(Path folder) {

    Ran run(String input, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Host host = new Host(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new Surroundings(Map.of("user.dir", folder.toString(), "sandbox.stateDir", "state"), Map.of()),
                configuration -> ProviderRegistry.discover(
                        configuration, SandboxListener.SILENT, getClass().getClassLoader()));
        int code = Main.execute(host, args);
        return new Ran(code, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
    }
}
