package dev.sandboxed.cli.internal.serving;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.process.internal.host.HostProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program that runs beside a server, in the same terminal. */
public final class Companion {

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final long TO_END_SECONDS = 10;

    private Companion() {}

    /**
     * Runs a program until it has ended, or the end of both is asked for.
     *
     * @param environment what it finds in its environment
     * @return its exit code
     * @throws SandboxTransportException if it cannot be started
     */
    public static int run(List<String> program, Map<String, String> environment, Farewell farewell) {
        try {
            Process process =
                    HostProcess.startInPlace(program, environment, Path.of("").toAbsolutePath());
            while (process.isAlive() && !farewell.await(LOOK)) {
                // It goes on.
            }
            return end(process);
        } catch (IOException e) {
            throw new SandboxTransportException(Fault.of("The program cannot be started: " + e.getMessage())
                    .remedy("name one that is on the PATH, as in -- mvn verify")
                    .cause(e));
        }
    }

    private static int end(Process process) {
        try {
            process.destroy();
            if (!process.waitFor(TO_END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return 1;
        }
    }
}
