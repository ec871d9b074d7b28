package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CommandTests extends WithProvider {

    @Test
    void variablesOfTheCommandWinOverThoseOfTheSandbox() {
        SandboxSpec spec =
                SandboxSpec.builder().env("A", "sandbox").env("B", "kept").build();
        try (Sandbox sandbox = provider.create(spec)) {
            Command command = Command.shell("printf '%s %s' \"$A\" \"$B\"").env("A", "command");
            assertThat(sandbox.exec(command).stdout()).isEqualTo("command kept");
        }
    }

    @Test
    void onlyDocumentedVariablesAreThere() {
        try (Sandbox sandbox = create()) {
            List<String> names = sandbox.exec("env")
                    .stdout()
                    .lines()
                    .map(line -> line.split("=")[0])
                    .toList();
            assertThat(names).containsExactlyInAnyOrder("PATH", "LANG", "HOME", "TMPDIR", "SANDBOX_ROOT", "SANDBOXED");
        }
    }

    @Test
    void directoryIsTheWorkdirOrRelativeToItOrAbsolute() {
        try (Sandbox sandbox = create()) {
            sandbox.files().mkdirs("sub");
            sandbox.files().mkdirs("/var/data");
            assertThat(sandbox.exec("pwd").stdout()).endsWith("/workspace\n");
            assertThat(sandbox.exec(Command.of("pwd").cwd("sub")).stdout()).endsWith("/workspace/sub\n");
            assertThat(sandbox.exec(Command.of("pwd").cwd("/var/data")).stdout())
                    .endsWith("/var/data\n");
            assertThatThrownBy(() -> sandbox.exec(Command.of("pwd").cwd("nowhere")))
                    .isInstanceOf(SandboxFileNotFoundException.class)
                    .hasMessageContaining("'nowhere'")
                    .hasMessageContaining("make it with files().mkdirs, or give another cwd");
        }
    }

    @Test
    void shellArgumentsAreQuotedAndAppended() {
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.exec(Command.shell("printf '<%s>'", "a b", "", "it's", "$HOME"))
                            .stdout())
                    .isEqualTo("<a b><><it's><$HOME>");
        }
    }

    @Test
    void liveOutputAndInputWork() throws Exception {
        try (Sandbox sandbox = create();
                Execution execution = sandbox.start(Command.of("cat").stdin(Stdin.open()))) {
            execution.stdin().write("hello".getBytes(StandardCharsets.UTF_8));
            execution.stdin().close();
            assertThat(execution.next().map(OutputChunk::text)).contains("hello");
            assertThat(execution.await().succeeded()).isTrue();
        }
    }

    @Test
    void sixteenCommandsInOneSandboxDoNotMixTheirStreams() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(16);
        try (Sandbox sandbox = create()) {
            List<Future<ExecResult>> results = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                String word = "w" + i;
                results.add(pool.submit(() -> sandbox.shell("seq -f " + word + "-%g 1 2000")));
            }
            for (int i = 0; i < 16; i++) {
                String word = "w" + i;
                assertThat(results.get(i).get().stdout().lines())
                        .hasSize(2000)
                        .allMatch(line -> line.startsWith(word + "-"));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void openStdinIsOnlyForStartedCommands() {
        try (Sandbox sandbox = create()) {
            assertThatThrownBy(() -> sandbox.exec(Command.of("cat").stdin(Stdin.open())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("use start");
        }
    }
}
