package dev.sandboxed.cli.internal.demo;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.cli.internal.demo.Rung.Got;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The script, and what it is after. It is not believed: only what it could not know otherwise, or what arrived here, counts.
 *
 * @param secret a file of the host
 * @param decoy a process of the host
 * @param home a listener of the host
 */
record Intruder(SecretFile secret, Decoy decoy, Home home) {

    private static final String SCRIPT = "agent.sh";
    private static final Duration AT_MOST = Duration.ofSeconds(20);
    private static final Duration ON_ITS_WAY = Duration.ofSeconds(2);
    private static final int EXECS = 5;

    /**
     * Runs the script in a sandbox, and some commands that do nothing.
     *
     * @param startNanos how long the creation of the sandbox took
     * @throws dev.sandboxed.api.error.SandboxException if it did not run to its end
     */
    Rung visit(String provider, Capabilities declared, Sandbox sandbox, long startNanos) throws InterruptedException {
        String word = UUID.randomUUID().toString();
        ExecResult result = sandbox.exec(Command.of(
                        "sh",
                        "-c",
                        script(),
                        "agent",
                        secret.file().toString(),
                        decoy.pid(),
                        String.valueOf(home.port()),
                        word)
                .timeout(AT_MOST));
        String said = result.stdout();
        if (!said.endsWith("\nend\n")) {
            throw new SandboxStartException(Fault.of("the script " + result.ending() + " before its end"));
        }
        // Only who says that the call was taken is waited for.
        boolean called = home.hears(word, value(said, "call").equals("0") ? ON_ITS_WAY : Duration.ZERO);
        return new Rung.Climbed(
                provider,
                declared,
                got(value(said, "secret").equals(secret.content())),
                got(decoy.isIn(value(said, "process"))),
                value(said, "tool").isEmpty() ? Got.NO_TOOL : got(called),
                Duration.ofNanos(startNanos),
                median(sandbox));
    }

    private static Got got(boolean it) {
        return it ? Got.YES : Got.NO;
    }

    private static String value(String said, String key) {
        return said.lines()
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 1))
                .findFirst()
                .orElse("");
    }

    private static Duration median(Sandbox sandbox) {
        long[] nanos = IntStream.range(0, EXECS)
                .mapToLong(any -> {
                    long begun = System.nanoTime();
                    sandbox.exec(Command.of("true")).orThrow();
                    return System.nanoTime() - begun;
                })
                .sorted()
                .toArray();
        return Duration.ofNanos(nanos[EXECS / 2]);
    }

    private static String script() {
        try (InputStream in = Objects.requireNonNull(Intruder.class.getResourceAsStream(SCRIPT), SCRIPT)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
