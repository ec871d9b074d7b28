package dev.sandboxed.junit.all;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.files.Patch;
import dev.sandboxed.junit.SandboxMatrix;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is made of nothing but commands, files and snapshots works wherever those do. */
@SandboxMatrix(providers = {"subprocess", "worktree", "bubblewrap", "runc", "gvisor", "docker"})
class CodeOnEveryRungTests {

    @Test
    void codeIsRunAndWhatItChangedIsTold(Sandbox sandbox) {
        sandbox.files().write("list.txt", "3\n1\n2\n");
        CodeRun run = sandbox.run(
                Code.shell("sort list.txt | tee sorted.txt; echo 4 >> list.txt").expecting("1\n2\n3"));
        assertThat(run)
                .passed()
                .created("sorted.txt")
                .modified("list.txt")
                .diffOf("list.txt")
                .endsWith(" 2\n+4\n");
        assertThat(run.changes()).hasSize(2);
        assertThat(sandbox.run(Code.shell("exit 3"))).hasVerdict(Verdict.CRASHED);
        assertThat(sandbox.run(Code.of("no-such-interpreter", ""))).hasVerdict(Verdict.NO_INTERPRETER);
        assertThat(sandbox.run(Code.shell("while :; do :; done").timeout(Duration.ofSeconds(1))))
                .hasVerdict(Verdict.TIMED_OUT);
    }

    @Test
    void copiesGoTheirOwnWays(Sandbox sandbox) {
        sandbox.files().write("prepared.txt", "ready\n");
        List<Sandbox> copies = sandbox.fork(2);
        copies.get(0)
                .files()
                .apply(Patch.parse("--- a/prepared.txt\n+++ b/prepared.txt\n@@ -1 +1 @@\n-ready\n+mine\n"));
        assertThat(copies.get(0).shell("cat prepared.txt").stdout()).isEqualTo("mine\n");
        assertThat(copies.get(1).shell("cat prepared.txt").stdout()).isEqualTo("ready\n");
        assertThat(sandbox.shell("cat prepared.txt").stdout()).isEqualTo("ready\n");
        String provider = sandbox.info().provider();
        assertThat(copies).allMatch(copy -> copy.info().provider().equals(provider));
    }
}
