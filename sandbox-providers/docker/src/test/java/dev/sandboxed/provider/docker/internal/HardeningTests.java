package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Ulimit;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HardeningTests extends EngineTest {

    private static final String HUSH = "hush-2f1c9b";

    @Override
    protected Map<String, String> settings() {
        return Map.of("runtime", "runc");
    }

    private static String print(Sandbox sandbox, String script) {
        return sandbox.shell(script).orThrow().stdout();
    }

    @Test
    void nothingIsAllowedThatWasNotAskedFor() {
        HostConfig host = inspect(provider.create(SandboxSpec.defaults())).getHostConfig();

        assertThat(host.getCapDrop()).containsExactly(Capability.ALL);
        assertThat(host.getCapAdd()).isNullOrEmpty();
        assertThat(host.getPrivileged()).isFalse();
        assertThat(host.getSecurityOpts()).containsExactly("no-new-privileges");
        assertThat(host.getNetworkMode()).isEqualTo("none");
        assertThat(host.getPidMode()).isEmpty();
        assertThat(host.getIpcMode()).isEqualTo("private");
        assertThat(host.getDevices()).isNullOrEmpty();
        assertThat(host.getBinds()).isNullOrEmpty();
        assertThat(host.getPidsLimit()).isEqualTo(1024);
        assertThat(host.getRuntime()).isEqualTo("runc");
        assertThat(host.getLogConfig().getType().getType()).isEqualTo("none");
    }

    @Test
    void limitsAreThoseOfTheSpecAndSwapGivesNoMore() {
        Limits limits = Limits.builder()
                .memory(DataSize.ofMebibytes(96))
                .processes(40)
                .openFiles(200)
                .cpus(0.5)
                .build();
        Sandbox sandbox = provider.create(SandboxSpec.builder().limits(limits).build());
        HostConfig host = inspect(sandbox).getHostConfig();

        assertThat(host.getMemory()).isEqualTo(96L << 20);
        assertThat(host.getMemorySwap()).isEqualTo(host.getMemory());
        assertThat(host.getPidsLimit()).isEqualTo(40);
        assertThat(host.getNanoCPUs()).isEqualTo(500_000_000);
        assertThat(host.getUlimits()).containsExactly(new Ulimit("nofile", 200L, 200L));
        assertThat(print(sandbox, "ulimit -n; ulimit -Hn")).isEqualTo("200\n200\n");
    }

    @Test
    void aSecretIsNowhereInTheContainerThoughCommandsHaveIt() throws JsonProcessingException {
        Sandbox sandbox = provider.create(SandboxSpec.builder()
                .secret("TOKEN", Secret.of(HUSH))
                .env("PLAIN", "to-be-seen")
                .build());
        assertThat(print(sandbox, "echo $TOKEN")).isEqualTo(HUSH + "\n");
        try (Execution execution = sandbox.start(Command.shell("echo $TOKEN; sleep 60"));
                Terminal terminal = sandbox.terminal(Command.shell("cat"), new TerminalSize(24, 80))) {
            assertThat(execution.next()).isPresent();
            InspectContainerResponse container = inspect(sandbox);
            StringBuilder seen = new StringBuilder(JsonMapper.builder().build().writeValueAsString(container));
            for (String exec : container.getExecIds()) {
                seen.append(client().inspectExecCmd(exec).exec());
            }
            assertThat(container.getExecIds()).isNotEmpty();
            assertThat(seen.toString()).contains("to-be-seen").doesNotContain(HUSH);
            assertThat(terminal).isNotNull();
        }
    }

    @Test
    void aCommandHasNoPrivilegesAndCannotGainAny() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertThat(sandbox.exec("cat", "/proc/self/status").orThrow().stdout())
                .containsPattern("CapEff:\\s*0000000000000000\n")
                .containsPattern("CapBnd:\\s*0000000000000000\n")
                .containsPattern("NoNewPrivs:\\s*1\n")
                .containsPattern("Seccomp:\\s*2\n");
        assertThat(sandbox.exec("cat", "/proc/1/status").orThrow().stdout())
                .containsPattern("CapEff:\\s*0000000000000000\n");
    }

    @Test
    void thereIsNoWayOut() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertThat(print(sandbox, "cat /proc/net/route").lines()).hasSize(1);
        assertThat(print(sandbox, "ls /sys/class/net")).isEqualTo("lo\n");
    }

    @Test
    void aSetuidProgramRunsAsWhoeverCallsIt() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        print(sandbox, "cp /bin/busybox su && chmod 4755 su && test -u su");
        ExecResult result =
                sandbox.exec(Command.of("./su", "nobody-of-that-name").user("1000"));

        assertThat(result.stderr()).contains("must be suid").doesNotContain("unknown user");
    }

    @Test
    void theFirstProcessSurvivesWhateverIsKilledAndTheSandboxWorksAfterwards() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        for (int i = 0; i < 3; i++) {
            ExecResult result = sandbox.exec(Command.shell("kill -9 -1").timeout(Duration.ofSeconds(20)));

            assertThat(result.timedOut()).isFalse();
            assertThat(print(sandbox, "echo works")).isEqualTo("works\n");
            sandbox.files().write("file", "works");
            assertThat(sandbox.files().readText("file")).isEqualTo("works");
        }
        sandbox.shell("kill -9 1; kill -TERM 1; kill -HUP 1; kill -INT 1");
        assertThat(print(sandbox, "echo works")).isEqualTo("works\n");
    }

    @Test
    void theDeadAreBuried() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        String orphans = "for i in $(seq 60); do (sh -c 'exit 3' &); (sleep 0.2 &); done > /dev/null 2>&1";
        print(sandbox, orphans);
        awaitNoZombies(sandbox);
        sandbox.exec(Command.shell("kill -9 -1").timeout(Duration.ofSeconds(5)));
        print(sandbox, orphans);
        awaitNoZombies(sandbox);
    }

    private static void awaitNoZombies(Sandbox sandbox) {
        await().untilAsserted(
                        () -> assertThat(print(sandbox, "cat /proc/[0-9]*/stat 2>/dev/null | grep -c ') Z ' || true"))
                                .isEqualTo("0\n"));
    }

    @Test
    void aForkBombEndsWithItsTimeAndTheSandboxWorksAfterwards() {
        Sandbox sandbox = provider.create(SandboxSpec.builder()
                .limits(Limits.builder().processes(64).build())
                .build());
        ExecResult result = sandbox.exec(Command.shell("b() { b | b & }; b; sleep 60 || while :; do :; done")
                .timeout(Duration.ofSeconds(2)));

        assertThat(result.timedOut()).isTrue();
        assertThat(result.duration()).isLessThan(Duration.ofSeconds(15));
        assertThat(print(sandbox, "echo works")).isEqualTo("works\n");
        assertThat(Integer.parseInt(print(sandbox, "ls -d /proc/[0-9]* | wc -l").strip()))
                .isLessThan(20);
    }

    @Test
    void commandsKnowNothingOfTheSupervisor() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        List<Command> commands = List.of(
                Command.of("env"),
                Command.of("env").user("1000"),
                Command.of("env").stdin("input"));

        for (Command command : commands) {
            assertThat(sandbox.exec(command).orThrow().stdout())
                    .contains("PATH=")
                    .doesNotContain("SANDBOXED_SUPERVISOR", "sandboxed_");
        }
        assertThat(print(sandbox, "for fd in 3 6 7; do [ -e /proc/self/fd/$fd ] && echo $fd; done; true"))
                .isEmpty();
    }

    @Test
    void theListOfProcessesShowsNothingThatAnotherCommandWasGiven() {
        Sandbox sandbox = provider.create(
                SandboxSpec.builder().secret("TOKEN", Secret.of(HUSH)).build());
        try (Execution other = sandbox.start(Command.shell("echo begun; sleep 60; true")
                .env("KEY", "own-" + HUSH)
                .env("odd.key", "odd-" + HUSH))) {
            assertThat(other.next()).isPresent();

            assertThat(print(sandbox, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '"))
                    .contains("sleep 60")
                    .doesNotContain(HUSH);
        }
    }
}
