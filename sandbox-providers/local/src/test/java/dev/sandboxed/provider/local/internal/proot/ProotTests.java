package dev.sandboxed.provider.local.internal.proot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProotTests extends WithProot {

    @Test
    void rootOfTheSandboxIsTheRootInside() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThat(sh(sandbox, "pwd; echo $HOME $TMPDIR; ls /workspace /tmp"))
                    .isEqualTo("/workspace\n/workspace /tmp\n/tmp:\n\n/workspace:");
            sandbox.files().write("/workspace/a.txt", "a");
            assertThat(sh(sandbox, "ln -s /workspace/a.txt /tmp/link && cat /tmp/link"))
                    .isEqualTo("a");
            assertThat(sandbox.files().readText("/tmp/link")).isEqualTo("a");
        }
    }

    @Test
    void programsOfTheHostAreThereAndItsOtherFilesAreNot() throws Exception {
        Path secret = Files.writeString(temporary.resolve("secret"), "secret");
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThat(sh(sandbox, "perl -e 'print 6 * 7'")).isEqualTo("42");
            for (String script : new String[] {"cat %s", "stat %s", "ls -la %s", "[ -e %s ]", "cd %s/.."}) {
                assertThat(sandbox.exec(Command.shell(script.formatted(secret))).succeeded())
                        .as(script)
                        .isFalse();
            }
            assertThat(sandbox.files().exists(secret.toString())).isFalse();
        }
    }

    /** PRoot does not know it, and it read any file of the host. */
    @Test
    void systemCallThatIsNotTranslatedIsRefused() throws Exception {
        Path secret = Files.writeString(temporary.resolve("secret"), "secret");
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            String openat2 =
                    "$p = \"%s\"; $h = pack('QQQ', 0, 0, 0); print syscall(437, -100, $p, $h, 24) < 0 ? $! + 0 : 'opened'";
            ExecResult result = sandbox.exec(Command.of("perl", "-e", openat2.formatted(secret)));
            assertThat(result.stdout()).isEqualTo("38");
        }
    }

    @ParameterizedTest
    @CsvSource({"KILL, 9", "TERM, 15", "INT, 2", "SEGV, 11", "PIPE, 13"})
    void deathByASignalIsToldAsThat(String name, int number) {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            ExecResult result = sandbox.exec(Command.shell("echo out; kill -" + name + " $$"));
            assertThat(result.signal()).contains(new Signal(number));
            assertThat(result.stdout()).isEqualTo("out\n");
            assertThat(result.stderr()).isEmpty();
        }
    }

    @Test
    void commandThatSignalsItsWholeGroupHarmsOnlyItself() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThat(sandbox.exec(Command.shell("kill -TERM 0")).signal()).contains(Signal.TERM);
            assertThat(sandbox.exec(Command.shell("trap 'exit 7' INT; kill -INT 0"))
                            .exitCode())
                    .isEqualTo(7);
        }
    }

    @Test
    void signalsReachTheCommandAndNotWhatTracesIt() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults());
                Execution execution = sandbox.start(
                        Command.shell("trap 'echo usr1; exit 5' USR1; echo ready; while read -r line; do :; done")
                                .stdin(Stdin.open()))) {
            assertThat(execution.next().orElseThrow().text()).isEqualTo("ready\n");
            execution.signal(Signal.USR1);
            ExecResult result = execution.await();
            assertThat(result.exitCode()).isEqualTo(5);
            assertThat(result.stdout()).isEqualTo("ready\nusr1\n");
        }
    }

    /** Root can write to the programs of the host that it sees. */
    @Test
    void isolationOfFilesIsClaimedOnlyWhereItHolds() {
        assertThat(provider.capabilities().isolation())
                .isEqualTo(HostPlatform.isRoot() ? Isolation.PROCESS : Isolation.FILESYSTEM);
        ProviderContext context =
                ProviderContext.in(temporary.resolve("other")).withSettings(Map.of("image", "/some/image"));
        try (ProotProvider withImage = new ProotProvider(context)) {
            assertThat(withImage.capabilities().isolation()).isEqualTo(Isolation.FILESYSTEM);
        }
    }

    /** All versions of PRoot so far refuse one byte less than Linux does, unless somebody has mended them. */
    @Test
    void statusTellsTheLongestNameThatAFileInsideCanHave() {
        assertThat(provider.status()).isInstanceOfSatisfying(ProviderStatus.Available.class, status -> {
            int longest = status.details().get("names").equals("up to 254 bytes") ? 254 : 255;
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                sandbox.files().write("n".repeat(longest), "text");
                assertThat(sh(sandbox, "cat n*")).isEqualTo("text");
                String tooLong = "n".repeat(longest + 1);
                assertThat(sandbox.shell("echo >" + tooLong).stderr()).contains("too long");
                assertThatThrownBy(() -> sandbox.files().write(tooLong, "text"))
                        .isInstanceOf(SandboxFileException.class)
                        .hasMessageContaining("too long");
            }
        });
    }

    @Test
    void statusTellsTheVersionOrTheRemedy() {
        assertThat(provider.status())
                .isInstanceOfSatisfying(
                        ProviderStatus.Available.class,
                        status -> assertThat(status.version()).startsWith("PRoot "));
        ProviderContext context =
                ProviderContext.in(temporary.resolve("other")).withSettings(Map.of("proot", "/nowhere/proot"));
        try (ProotProvider without = new ProotProvider(context)) {
            assertThat(without.status()).isInstanceOfSatisfying(ProviderStatus.Unavailable.class, status -> {
                assertThat(status.reason()).contains("/nowhere/proot");
                assertThat(status.remedy()).contains("apt-get install proot");
            });
        }
    }
}
