package dev.sandboxed.provider.local.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.internal.program.LeaderlessProgram;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes whose first thread has ended while another goes on: {@code /proc} shows them as dead. Each of these went on
 * when it should not have.
 */
public abstract class LeaderlessCommands {

    @TempDir
    Path temporary;

    private SandboxProvider provider;
    private Sandbox sandbox;

    /** Opens the provider that is to be tested, with all that it needs in that folder. */
    protected abstract SandboxProvider open(Path folder) throws IOException;

    @BeforeEach
    void bringTheProgramIn() throws IOException {
        byte[] program =
                LeaderlessProgram.forMachine(System.getProperty("os.arch")).orElse(new byte[0]);
        assumeTrue(program.length > 0, "there is no such program for this architecture");
        provider = open(temporary);
        sandbox = provider.create(SandboxSpec.defaults());
        sandbox.files().write("leaderless", new ByteArrayInputStream(program), WriteOptions.DEFAULT.withMode(0755));
    }

    @AfterEach
    void killWhatIsLeft() {
        provider.close();
        running().forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void commandWithoutItsFirstThreadOutlivedItsTimeout() {
        ExecResult result = sandbox.exec(Command.of("./leaderless", beats()).timeout(Duration.ofSeconds(1)));
        assertThat(result.timedOut()).isTrue();
        assertThat(result.duration()).isLessThan(Duration.ofMillis(2500));
        assertThat(running()).isEmpty();
    }

    @Test
    void childWithoutItsFirstThreadOutlivedTheTimeoutOfItsCommand() {
        Command command = Command.shell("setsid ./leaderless " + beats() + " & sleep 300");
        assertThat(sandbox.exec(command.timeout(Duration.ofSeconds(1))).timedOut())
                .isTrue();
        assertThat(running()).isEmpty();
    }

    @Test
    void childWithoutItsFirstThreadOutlivedItsSandbox() {
        leaveRunning();
        sandbox.close();
        assertThat(running()).isEmpty();
    }

    @Test
    void childWithoutItsFirstThreadWentOnInAStoppedSandbox() {
        leaveRunning();
        sandbox.stop();
        long stopped = beaten();
        await().during(Duration.ofMillis(300)).until(() -> beaten() == stopped);
        sandbox.resume();
        await().until(() -> beaten() > stopped);
    }

    @Test
    void childWithoutItsFirstThreadDidNotCount() {
        int before = sandbox.usage().processes();
        leaveRunning();
        assertThat(sandbox.usage().processes()).isGreaterThan(before);
        sandbox.snapshot(SnapshotOptions.ALL);
        long saved = beaten();
        await().until(() -> beaten() > saved);
    }

    private void leaveRunning() {
        sandbox.exec(Command.shell("setsid ./leaderless " + beats() + " >/dev/null 2>&1 &"))
                .orThrow();
        await().until(() -> beaten() > 2);
        assertThat(running()).hasSize(1);
    }

    /** The name is in the arguments, by which the process is found from outside. */
    private String beats() {
        return "beats-" + sandbox.id();
    }

    private long beaten() {
        try (Stream<Path> below = Files.walk(Path.of(sandbox.info().nativeId()))) {
            return below.filter(path -> path.endsWith(beats()))
                    .findFirst()
                    .orElseThrow()
                    .toFile()
                    .length();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Looks at every thread, in a way of its own. */
    private List<ProcessHandle> running() {
        List<ProcessHandle> found = new ArrayList<>();
        for (Path process : children(Path.of("/proc"))) {
            for (Path thread : children(process.resolve("task"))) {
                try {
                    byte[] arguments = Files.readAllBytes(thread.resolve("cmdline"));
                    if (new String(arguments, StandardCharsets.ISO_8859_1).startsWith("./leaderless\0" + beats())) {
                        ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                                .ifPresent(found::add);
                    }
                } catch (IOException ended) {
                    // Not one of ours any more.
                }
            }
        }
        return found;
    }

    private static List<Path> children(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(path -> path.getFileName().toString().matches("\\d+"))
                    .toList();
        } catch (IOException gone) {
            return List.of();
        }
    }
}
