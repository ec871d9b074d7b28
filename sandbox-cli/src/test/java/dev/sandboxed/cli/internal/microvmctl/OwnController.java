package dev.sandboxed.cli.internal.microvmctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Our own controller as others start it: a program, here over bubblewrap, with a state folder of its own. Nothing of it is left. */
final class OwnController implements ExecutionCondition, AfterAllCallback {

    /** Where it lies, below the folder of the module: the hints for the conformance kit name it. */
    static final Path PROGRAM = Path.of("target/microvmctl").toAbsolutePath();

    private final Path state = Path.of("/tmp", "mctl-" + ProcessHandle.current().pid());

    static SandboxProviderFactory factory() {
        return ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(one -> one.name().equals("microvmctl"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return HostTool.run(Command.of("bwrap", "--ro-bind", "/", "/", "true"), Duration.ofSeconds(5))
                        .succeeded()
                ? ConditionEvaluationResult.enabled("bubblewrap works")
                : ConditionEvaluationResult.disabled("bubblewrap does not work here");
    }

    /** Returns the settings of the provider that calls it; it is there from then on. */
    Map<String, String> settings() {
        try {
            prepare();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of("cli", PROGRAM.toString());
    }

    void prepare() throws IOException {
        Files.createDirectories(
                state, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        String java = ProcessHandle.current().info().command().orElseThrow();
        Files.writeString(
                PROGRAM,
                String.join(
                        "\n",
                        "#!/bin/sh",
                        "unset SANDBOX_PROVIDER",
                        "export LC_ALL=C.UTF-8 SANDBOX_STATE_DIR=" + Command.quote(state.toString()),
                        "umask 077",
                        "exec " + Command.quote(java) + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -cp "
                                + Command.quote(System.getProperty("java.class.path"))
                                + " dev.sandboxed.cli.internal.Main microvmctl --provider bubblewrap \"$@\"",
                        ""));
        Files.setPosixFilePermissions(PROGRAM, PosixFilePermissions.fromString("rwx------"));
    }

    ExecResult call(String... words) {
        return call(Command.of(
                Stream.concat(Stream.of(PROGRAM.toString()), Stream.of(words)).toList()));
    }

    ExecResult call(Command command) {
        return HostTool.run(
                command, Duration.ofSeconds(60), Map.of("PATH", "/usr/bin:/bin", "HOME", "/tmp"), Path.of("/"));
    }

    Path state() {
        return state;
    }

    /** Returns the keepers that run for it; there is one at most. */
    List<ProcessHandle> keepers() {
        return ProcessHandle.allProcesses()
                .filter(one -> one.info()
                        .commandLine()
                        .filter(line -> line.contains("-Dsandbox.stateDir=" + state) && line.contains("keeper"))
                        .isPresent())
                .toList();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        keepers().forEach(ProcessHandle::destroy);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(keepers()).isEmpty());
        assertThat(state.resolve("keeper/socket")).doesNotExist();
        Path sandboxes = state.resolve("bubblewrap/sandboxes");
        if (Files.exists(sandboxes)) {
            try (Stream<Path> left = Files.list(sandboxes)) {
                assertThat(left).isEmpty();
            }
        }
        try (Stream<Path> all = Files.walk(state)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
