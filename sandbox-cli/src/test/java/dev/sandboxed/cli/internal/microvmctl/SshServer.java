package dev.sandboxed.cli.internal.microvmctl;

import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.process.internal.host.HostProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real sshd on loopback, with keys of its own, for this user alone. */
final class SshServer implements ExecutionCondition, AfterAllCallback {

    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final Path OF_ROOT = Path.of("/run/sshd");

    private @Nullable Path folder;
    private @Nullable Process process;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return Files.isExecutable(SSHD)
                ? ConditionEvaluationResult.enabled("there is an sshd")
                : ConditionEvaluationResult.disabled("there is no " + SSHD + "; openssh-server has it");
    }

    /** Returns the settings of the provider that leads there; the server runs from then on. */
    Map<String, String> settings(Path program) {
        try {
            return start(program);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, String> start(Path program) throws IOException {
        Path keys = Files.createTempDirectory("sshd");
        folder = keys;
        if (System.getProperty("user.name").equals("root") && !Files.exists(OF_ROOT)) {
            Files.createDirectories(
                    OF_ROOT, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        for (String key : List.of("host", "user")) {
            HostTool.run(
                            Command.of(
                                    "ssh-keygen",
                                    "-q",
                                    "-t",
                                    "ed25519",
                                    "-N",
                                    "",
                                    "-f",
                                    keys.resolve(key).toString()),
                            Duration.ofSeconds(20))
                    .orThrow();
        }
        int port = freePort();
        Files.writeString(
                keys.resolve("config"),
                String.join(
                        "\n",
                        "ListenAddress 127.0.0.1",
                        "HostKey " + keys.resolve("host"),
                        "AuthorizedKeysFile " + keys.resolve("user.pub"),
                        "PidFile none",
                        "StrictModes no",
                        "UsePAM no",
                        "PasswordAuthentication no",
                        "KbdInteractiveAuthentication no",
                        "PermitRootLogin prohibit-password",
                        ""));
        process = HostProcess.start(
                List.of(
                        SSHD.toString(),
                        "-D",
                        "-e",
                        "-p",
                        String.valueOf(port),
                        "-f",
                        keys.resolve("config").toString()),
                Map.of("PATH", "/usr/bin:/bin"),
                Path.of("/"));
        await().atMost(Duration.ofSeconds(10)).until(() -> answers(port));
        return Map.of(
                "sshHost", "127.0.0.1",
                "sshPort", String.valueOf(port),
                "sshUser", System.getProperty("user.name"),
                "sshKeyPath", keys.resolve("user").toString(),
                "sshStrictHostKeyChecking", "false",
                "remoteCli", Command.quote(program.toString()));
    }

    /** Ends the processes that serve connections; new ones can be made. */
    void breakConnections() {
        Objects.requireNonNull(process).children().forEach(ProcessHandle::destroyForcibly);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        Process server = process;
        if (server != null) {
            server.destroy();
            server.waitFor();
        }
        Path keys = folder;
        if (keys != null) {
            try (Stream<Path> all = Files.walk(keys)) {
                for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(one);
                }
            }
        }
    }
}
