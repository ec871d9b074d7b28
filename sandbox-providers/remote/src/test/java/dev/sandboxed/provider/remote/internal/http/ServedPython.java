package dev.sandboxed.provider.remote.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The sample in Python as a process, for a class of tests. Nothing of it is left when they are over. */
final class ServedPython implements BeforeAllCallback, AfterAllCallback {

    /** What is certified, and counted. */
    static final Path SAMPLE = Path.of("../../samples/python-provider/provider.py");

    private static final Path TARGET = Path.of("target");
    private static final String TOKEN = "token-of-the-sample-in-python";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final UnaryOperator<String> change;
    private Process process;
    private int port;

    private ServedPython(UnaryOperator<String> change) {
        this.change = change;
    }

    static ServedPython asItIs() {
        return new ServedPython(UnaryOperator.identity());
    }

    /** Serves with another lease than that of the sample. */
    static ServedPython withLease(int seconds) {
        return new ServedPython(text -> text.replace(", 60, ", ", " + seconds + ", "));
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        start();
    }

    /** The kit asks for the settings before anything is called. */
    private void start() throws IOException {
        if (process != null) {
            return;
        }
        requireWorks("Python 3.10 or newer", "python3", "-c", "import sys; sys.exit(sys.version_info < (3, 10))");
        requireWorks("nsenter of util-linux", "nsenter", "--version");
        requireWorks("setpriv of util-linux", "setpriv", "--version");
        requireWorks("bubblewrap that may make namespaces", "bwrap", "--unshare-all", "--ro-bind", "/", "/", "true");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path program = Files.writeString(
                Files.createTempFile(TARGET, "provider", ".py"), change.apply(Files.readString(SAMPLE)));
        ProcessBuilder builder = new ProcessBuilder("python3", program.toString(), String.valueOf(port));
        builder.environment().put("SANDBOX_HTTP_TOKEN", TOKEN);
        process = builder.redirectErrorStream(true)
                .redirectOutput(TARGET.resolve("served-python.log").toFile())
                .start();
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(ConnectException.class)
                .until(() -> {
                    assertThat(process.isAlive()).isTrue();
                    new Socket(InetAddress.getLoopbackAddress(), port).close();
                    return true;
                });
        Files.writeString(ServedHttp.TOLD, "export SANDBOX_HTTP_TOKEN='" + TOKEN + "'\n");
    }

    private static void requireWorks(String what, String... command) throws IOException {
        boolean works = false;
        try {
            Process tried = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            works = tried.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) && tried.exitValue() == 0;
        } catch (IOException missing) {
            // As if it did not work.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assumeTrue(
                works,
                () -> "The sample in Python needs " + what + ", which does not work here: "
                        + String.join(" ", command));
    }

    /** Returns the processes of its sandboxes, as far as they are seen from outside. */
    List<ProcessHandle> inside() {
        return process.descendants().toList();
    }

    /** Ends it as people do, and makes sure that nothing is left. */
    void stop() {
        List<ProcessHandle> all = inside();
        process.destroy();
        await().atMost(PATIENCE).until(() -> !process.isAlive());
        assertThat(process.exitValue()).isZero();
        await().atMost(PATIENCE).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** What was closed is gone before it is told to go. */
    @Override
    public void afterAll(ExtensionContext context) {
        if (process != null && process.isAlive()) {
            try {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(inside()).isEmpty());
            } finally {
                stop();
            }
        }
    }

    /** Returns the settings of a provider that is to use it. */
    Map<String, String> settings() {
        try {
            start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of("endpoint", "http://127.0.0.1:" + port, "token", TOKEN);
    }
}
