package dev.sandboxed.cli.internal.microvmctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The controller as a program that somebody else starts. */
@Timeout(120)
class MicrovmctlTests {

    @RegisterExtension
    static final OwnController CONTROLLER = new OwnController();

    @BeforeAll
    static void prepare() throws IOException {
        CONTROLLER.prepare();
    }

    @Test
    void aSandboxLivesBetweenCallsUntilItIsKilled() throws IOException {
        assertThat(create("Life.1_a").exitCode()).isZero();
        assertThat(create("Life.1_a").exitCode()).isZero();
        assertThat(CONTROLLER.keepers()).hasSize(1);
        assertThat(Files.getPosixFilePermissions(CONTROLLER.state().resolve("keeper")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));

        ExecResult ran = exec("Life.1_a", "10000", "printf 'out\\000'; echo err >&2; echo kept >file; exit 7");
        assertThat(ran.stdoutBytes()).containsExactly('o', 'u', 't', 0);
        assertThat(ran.stderr()).isEqualTo("err\n");
        assertThat(ran.exitCode()).isEqualTo(7);
        assertThat(exec("Life.1_a", "10000", "cat file; stat -c %a file").stdout())
                .isEqualTo("kept\n644\n");
        assertThat(Files.getPosixFilePermissions(CONTROLLER.state().resolve("keeper/log")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));

        assertThat(CONTROLLER.call("kill", "--id", "Life.1_a").exitCode()).isZero();
        assertThat(exec("Life.1_a", "10000", "true").exitCode()).isEqualTo(4);
        assertThat(CONTROLLER.call("kill", "--id", "Life.1_a").exitCode()).isEqualTo(4);
    }

    @Test
    void filesAreWrittenReadAndListed() throws IOException {
        byte[] content = {0, -1, '\n', 'x'};
        String path = "a dir/na'me $x\nü";
        assertThat(create("files").exitCode()).isZero();

        assertThat(CONTROLLER
                        .call(Command.of(OwnController.PROGRAM.toString(), "write", "--id", "files", "--path", path)
                                .stdin(content))
                        .exitCode())
                .isZero();
        ExecResult read = CONTROLLER.call("read", "--id", "files", "--path", path, "--base64");
        assertThat(Base64.getDecoder().decode(read.stdout().strip())).isEqualTo(content);
        JsonNode rows = new ObjectMapper()
                .readTree(CONTROLLER
                        .call("list", "--id", "files", "--path", "a dir", "--json")
                        .stdoutBytes());
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).path("name").asText()).isEqualTo("na'me $x\nü");
        assertThat(rows.get(0).path("type").asText()).isEqualTo("file");
        assertThat(rows.get(0).path("size").asInt()).isEqualTo(4);
        ExecResult missing = CONTROLLER.call("read", "--id", "files", "--path", "none", "--base64");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.stderr()).contains("none");
        assertThat(CONTROLLER.call("kill", "--id", "files").exitCode()).isZero();
    }

    @Test
    void inputIsPassedOnAndATimeoutEndsTheTree() {
        assertThat(create("input").exitCode()).isZero();

        byte[] large = "0123456789".repeat(20_000).getBytes(StandardCharsets.UTF_8);
        ExecResult counted =
                CONTROLLER.call(Command.of(OwnController.PROGRAM.toString(), "exec", "--id", "input", "--", "wc", "-c")
                        .stdin(large));
        assertThat(counted.stdout().strip()).isEqualTo("200000");
        ExecResult late = exec("input", "500", "echo begun; sleep 3817 & sleep 3817");
        assertThat(late.exitCode()).isEqualTo(124);
        assertThat(late.stdout()).isEqualTo("begun\n");
        assertThat(late.stderr()).contains("killed after 500 ms").contains("--timeout-ms");
        assertThat(exec("input", "5000", "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c 'sleep 381[7]'")
                        .stdout())
                .isEqualTo("0\n");
        assertThat(exec("input", "5000", "kill -9 $$").exitCode()).isEqualTo(137);
        assertThat(CONTROLLER.call("kill", "--id", "input").exitCode()).isZero();
    }

    @Test
    void aSandboxWhoseTimeIsUpIsGoneAndCanBeMadeAgain() {
        assertThat(create("short", "300").exitCode()).isZero();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> exec("short", "5000", "true").exitCode() == 4);
        assertThat(create("short").exitCode()).isZero();
        assertThat(exec("short", "5000", "true").exitCode()).isZero();
        assertThat(CONTROLLER.call("kill", "--id", "short").exitCode()).isZero();
    }

    @Test
    void aKeeperThatWasKilledIsReplaced() {
        assertThat(create("orphan").exitCode()).isZero();
        CONTROLLER.keepers().forEach(ProcessHandle::destroyForcibly);
        await().until(() -> CONTROLLER.keepers().isEmpty());

        ExecResult lost = exec("orphan", "5000", "true");
        assertThat(lost.exitCode()).isEqualTo(4);
        assertThat(lost.stderr())
                .contains("'orphan'")
                .contains("create --id orphan")
                .hasLineCount(1);
        assertThat(create("orphan").exitCode()).isZero();
        assertThat(exec("orphan", "5000", "true").exitCode()).isZero();
        assertThat(CONTROLLER.call("kill", "--id", "orphan").exitCode()).isZero();
    }

    @Test
    void aKeeperThatNobodyNeedsEndsByItselfAndIsReplaced() {
        assertThat(create("before").exitCode()).isZero();
        assertThat(CONTROLLER.call("kill", "--id", "before").exitCode()).isZero();
        CONTROLLER.keepers().forEach(ProcessHandle::destroy);
        await().until(() -> CONTROLLER.keepers().isEmpty());

        ExecResult kept = CONTROLLER.call("keeper", "--idle-ms", "1");

        assertThat(kept.exitCode()).isZero();
        assertThat(kept.stderr()).contains("keeping sandboxes");
        assertThat(CONTROLLER.state().resolve("keeper/socket")).doesNotExist();
        assertThat(create("after").exitCode()).isZero();
        assertThat(exec("after", "5000", "true").exitCode()).isZero();
        assertThat(CONTROLLER.call("kill", "--id", "after").exitCode()).isZero();
    }

    @Test
    void theWorkdirIsMadeEvenWhereNobodyInsideCould() {
        ExecResult relative =
                CONTROLLER.call("create", "--id", "work", "--ttl-ms", "600000", "--workdir", "not/absolute");
        assertThat(relative.exitCode()).isEqualTo(2);
        assertThat(relative.stderr()).contains("not/absolute");
        assertThat(CONTROLLER
                        .call("create", "--id", "work", "--ttl-ms", "600000", "--workdir", "/some/where else")
                        .exitCode())
                .isZero();
        assertThat(exec("work", "5000", "pwd; touch file; mkdir /some/more 2>/dev/null; ls")
                        .stdout())
                .isEqualTo("/some/where else\nfile\n");
        assertThat(CONTROLLER.call("kill", "--id", "work").exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "", ".x", "a/b", "a b", "-x", "a\n", "ä"})
    void anIdOfAnotherFormIsRefused(String id) {
        ExecResult refused = CONTROLLER.call("create", "--id=" + id, "--ttl-ms", "1000");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.stderr()).contains("id");
    }

    @Test
    void wrongWordsAreRefused() {
        assertThat(CONTROLLER.call("create", "--id", "x", "--ttl-ms", "0").exitCode())
                .isEqualTo(2);
        assertThat(CONTROLLER.call("exec", "--id", "x").exitCode()).isEqualTo(2);
        ExecResult circular = CONTROLLER.call("--provider", "microvmctl", "probe");
        assertThat(circular.exitCode()).isEqualTo(2);
    }

    @Test
    void itsProbeTellsTheProviderAndItsIsolation() throws IOException {
        ExecResult probe = CONTROLLER.call("probe");
        assertThat(probe.exitCode()).isZero();
        JsonNode said = new ObjectMapper().readTree(probe.stdoutBytes());
        assertThat(said.path("provider").asText()).isEqualTo("bubblewrap");
        assertThat(said.path("isolation").asText()).isEqualTo("namespace");
        assertThat(said.path("extensions")).map(JsonNode::asText).containsExactly("workdir", "input");
    }

    private static ExecResult create(String id) {
        return create(id, "600000");
    }

    private static ExecResult create(String id, String life) {
        return CONTROLLER.call("create", "--id", id, "--ttl-ms", life);
    }

    private static ExecResult exec(String id, String timeout, String script) {
        return CONTROLLER.call("exec", "--id", id, "--timeout-ms", timeout, "--", "sh", "-c", script);
    }
}
