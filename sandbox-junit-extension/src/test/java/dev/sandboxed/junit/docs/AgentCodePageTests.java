package dev.sandboxed.junit.docs;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.code.AgentCase;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.FileChange;
import dev.sandboxed.api.files.Patch;
import dev.sandboxed.junit.AgentCases;
import dev.sandboxed.junit.Sandboxed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of docs/agent-code.md. */
@Sandboxed(provider = "subprocess")
class AgentCodePageTests {

    private final String answer = "import sys\nprint(''.join(sorted(sys.stdin)), end='')\n";

    @Test
    void sortsItsInput(Sandbox sandbox) {
        CodeRun run = sandbox.run(
                Code.python(answer).stdin("3\n1\n2\n").expecting("1\n2\n3\n").timeout(Duration.ofSeconds(5)));
        assertThat(run).passed().changedNothing();
    }

    @Test
    void tellsWhatItChanged(Sandbox sandbox) {
        sandbox.files().write("notes.txt", "one\n");
        CodeRun run = sandbox.run(Code.shell("echo two >> notes.txt; echo hello > greeting.txt"));
        assertThat(run)
                .created("greeting.txt")
                .modified("notes.txt")
                .diffOf("notes.txt")
                .contains("+two\n");
        for (FileChange change : run.changes()) {
            change.diff().ifPresent(System.out::print);
        }
        assertThat(run.changes()).hasSize(2);
    }

    @Test
    void appliesADiff(Sandbox sandbox) {
        sandbox.files().write("greet.py", "print('hello')\n");
        String agentsDiff = """
                --- a/greet.py
                +++ b/greet.py
                @@ -1 +1 @@
                -print('hello')
                +print('hello world')
                """;
        sandbox.files().apply(Patch.parse(agentsDiff));
        assertThat(sandbox.exec("python3", "greet.py")).stdout().isEqualTo("hello world\n");
    }

    @Test
    void unpacksAnArchive(Sandbox sandbox, @TempDir Path folder) throws Exception {
        Path archive = folder.resolve("project.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("README"));
        }
        sandbox.unpack(archive, "project");
        assertThat(sandbox).hasFile("project/README");
    }

    @AgentCases("agent-cases/sorting")
    void sortsEveryCase(AgentCase agentCase, Sandbox sandbox) {
        assertThat(sandbox.run(Code.python(answer).on(agentCase))).passed();
    }

    @Test
    void triesAnswersSideBySide(Sandbox sandbox) {
        sandbox.files().write("numbers.txt", "3\n1\n2\n");
        List<Sandbox> copies = sandbox.fork(2);
        assertThat(copies.get(0).run(Code.shell("sort numbers.txt").expecting("1\n2\n3")))
                .passed();
        assertThat(copies.get(1).run(Code.shell("sort -o numbers.txt numbers.txt")))
                .modified("numbers.txt");
    }

    static void install(Sandbox sandbox) {
        sandbox.shell("mkdir -p lib && echo 'def twice(x): return 2 * x' > lib/math2.py")
                .orThrow();
    }

    @Test
    @Sandboxed(from = "install")
    void beginsWithWhatWasInstalled(Sandbox sandbox) {
        Code code = Code.python("from math2 import twice\nprint(twice(21))").env("PYTHONPATH", "lib");
        assertThat(sandbox.run(code.expecting("42"))).passed();
    }
}
