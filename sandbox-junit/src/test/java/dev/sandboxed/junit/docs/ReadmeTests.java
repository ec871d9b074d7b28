package dev.sandboxed.junit.docs;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.Sandboxes;
import dev.sandboxed.junit.EnabledIfSandbox;
import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.SandboxMatrix;
import dev.sandboxed.junit.Sandboxed;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The snippets of README.md. */
class ReadmeTests {

    private final String agentAnswer = "sort; echo done > out.txt\n";

    @Nested
    @Sandboxed(timeout = "5s")
    class AgentPatchTests {

        @Test
        void generatedScriptSortsItsInput(Sandbox sandbox) {
            sandbox.files().write("sort.sh", agentAnswer);
            ExecResult run = sandbox.exec(Command.of("sh", "sort.sh").stdin("3\n1\n2\n"));
            assertThat(run).succeeded().stdout().isEqualTo("1\n2\n3\n");
            assertThat(sandbox).hasFile("out.txt").withContent("done\n");
        }
    }

    @Test
    @EnabledIfSandbox(isolation = Isolation.CONTAINER)
    void withoutJUnit() {
        assertThat(printedBy("echo 42")).isEqualTo("42\n");
    }

    private static String printedBy(String agentAnswer) {
        try (Sandbox sandbox = Sandboxes.create(SandboxSpec.defaults(), Isolation.CONTAINER)) {
            sandbox.files().write("answer.sh", agentAnswer);
            return sandbox.exec("sh", "answer.sh").orThrow().stdout();
        }
    }

    // In place of @Test; on a class: for all of its tests.
    @SandboxMatrix(providers = {"bubblewrap", "runc", "docker"})
    void answersEverywhere(Sandbox sandbox) {
        assertThat(sandbox.exec("echo", "hello")).stdout().isEqualTo("hello\n");
    }

    @Test
    @EnabledIfSandbox(isolation = Isolation.CONTAINER, capability = Capability.LIMIT_DISK)
    @Sandboxed(isolation = Isolation.CONTAINER, disk = "32m")
    void doesNotFillTheDisk(Sandbox sandbox) {
        assertThat(sandbox.shell("cat /dev/zero > big")).ranOutOfDisk();
    }

    @Test
    @Sandboxed(provider = "subprocess")
    void codeIsJudged(Sandbox sandbox) {
        String answer = "import sys\nprint(''.join(sorted(sys.stdin)), end='')\n";
        CodeRun run = sandbox.run(Code.python(answer).stdin("3\n1\n2\n").expecting("1\n2\n3\n"));
        assertThat(run).passed().changedNothing(); // else: WRONG_ANSWER, CRASHED, TIMED_OUT, ESCAPE_ATTEMPTED, …

        List<Sandbox> copies = sandbox.fork(3); // prepare one, try three answers side by side
        assertThat(copies).hasSize(3);
    }

    /** On a provider that has the JDK of the host inside. */
    @Nested
    @EnabledIfSandbox(provider = "runc", capability = Capability.LIMIT_MEMORY)
    @Sandboxed(provider = "runc")
    class Inside {

        @Test
        @InsideSandbox
        @Sandboxed(isolation = Isolation.CONTAINER, memory = "512m", timeout = "30s")
        void generatedCodeSorts() {
            assertThat(new GeneratedSort().sort(List.of(3, 1, 2))).containsExactly(1, 2, 3);
        }
    }

    /** What somebody else has written. */
    static final class GeneratedSort {
        List<Integer> sort(List<Integer> numbers) {
            return numbers.stream().sorted().toList();
        }
    }
}
