package dev.sandboxed.junit;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.CodeFailedException;
import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.FileChange;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.Patch;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Code is run for real, without a wall and behind one. */
@SandboxMatrix(providers = {"subprocess", "bubblewrap"})
class AgentCodeTests {

    private static final String SORTS = "import sys\nprint(''.join(sorted(sys.stdin)), end='')\n";

    @Test
    void aRightAnswerPassesAndLeavesNoFile(Sandbox sandbox) {
        CodeRun run = sandbox.run(Code.python(SORTS).stdin("3\n1\n2\n").expecting("1\n2\n3\n"));
        assertThat(run).passed().changedNothing().result().succeeded();
        assertThat(run.reason()).isEqualTo("it printed what was expected");
        assertThat(sandbox.files().walk(sandbox.spec().workdir())).isEmpty();
    }

    @Test
    void wrongAnswersCrashesAndTimeoutsAreToldApart(Sandbox sandbox) {
        assertThat(sandbox.run(Code.python("print(42)").expecting("43"))).hasVerdict(Verdict.WRONG_ANSWER);
        assertThat(sandbox.run(Code.python("1 / 0"))).hasVerdict(Verdict.CRASHED);
        assertThat(sandbox.run(Code.python("def (")).stderr()).contains("SyntaxError");
        assertThat(sandbox.run(Code.shell("kill -SEGV $$"))).hasVerdict(Verdict.CRASHED);
        assertThat(sandbox.run(Code.shell("while :; do :; done").timeout(Duration.ofMillis(300))))
                .hasVerdict(Verdict.TIMED_OUT);
    }

    @Test
    void anInterpreterThatIsNotThereIsAResultThatSaysWhatHelps(Sandbox sandbox) {
        CodeRun run = sandbox.run(Code.of("no-such-interpreter", "x").named("stays.txt"));
        assertThat(run).hasVerdict(Verdict.NO_INTERPRETER);
        assertThat(run.reason()).contains("[no-such-interpreter]", "install one");
        assertThat(sandbox.files().exists("stays.txt")).isFalse();
        assertThatExceptionOfType(CodeFailedException.class)
                .isThrownBy(run::orThrow)
                .withMessageContaining("NO_INTERPRETER");
    }

    @Test
    void javaIsCompiledInside(Sandbox sandbox) {
        String hello = "public class Hello { public static void main(String[] a) { System.out.println(a[0]); } }";
        assertThat(sandbox.run(Code.java(hello).arguments("salut").expecting("salut")))
                .passed();
        CodeRun broken = sandbox.run(Code.java("class Broken {"));
        assertThat(broken).hasVerdict(Verdict.CRASHED);
        assertThat(broken.reason()).isEqualTo("it did not compile");
    }

    @Test
    void javaScriptAndAnyOtherInterpreterRun(Sandbox sandbox) {
        assertThat(sandbox.run(
                        Code.javaScript("console.log([3,1,2].sort().join())").expecting("1,2,3")))
                .passed();
        assertThat(sandbox.run(
                        Code.of("perl", "print $ENV{WORD}").env("WORD", "x").expecting("x")))
                .passed();
    }

    @Test
    void changedFilesAreToldWithTheirDifference(Sandbox sandbox) {
        sandbox.files().write("list.txt", "1\n2\n");
        sandbox.files().write("data/old.txt", "old\n");
        CodeRun run =
                sandbox.run(Code.shell("echo 3 >> list.txt; rm data/old.txt; mkdir -p sub; echo new > sub/new.txt"));
        assertThat(run)
                .passed()
                .modified("list.txt")
                .deleted("data/old.txt")
                .created("sub/new.txt")
                .diffOf("list.txt")
                .isEqualTo("--- a/list.txt\n+++ b/list.txt\n@@ -1,2 +1,3 @@\n 1\n 2\n+3\n");
        assertThat(run.changes()).hasSize(3);
    }

    @Test
    void codeThatDeletesItselfIsToldToHaveDoneSo(Sandbox sandbox) {
        CodeRun run = sandbox.run(Code.shell("rm \"$0\""));
        assertThat(run.changes())
                .singleElement()
                .satisfies(change -> assertThat(change.kind()).isEqualTo(FileChange.Kind.DELETED));
    }

    /** Each of them once had an exception in place of its verdict. */
    @Test
    void whateverCodeDoesToItsFilesItHasAVerdict(Sandbox sandbox) {
        assertThat(sandbox.run(Code.shell("rm $0; mkdir $0; touch $0/x"))).passed();
        assertThat(sandbox.files().walk(sandbox.spec().workdir())).isEmpty();
        String deep = "i=0; while [ $i -lt 1500 ]; do mkdir dddddddddd && cd dddddddddd || exit 1; i=$((i+1)); done";
        CodeRun buried = sandbox.run(Code.shell(deep));
        assertThat(buried).hasVerdict(Verdict.CRASHED);
        assertThat(buried.unseen().orElseThrow()).hasSizeLessThan(300).contains("Cannot list");
        CodeRun gone = sandbox.run(Code.shell("cd /; rm -rf \"$OLDPWD\" 2>/dev/null; exit 3"));
        assertThat(gone).hasVerdict(Verdict.CRASHED);
    }

    @Test
    void codeThatStartsElsewhereIsFound(Sandbox sandbox) {
        sandbox.files().mkdirs("sub/deep");
        assertThat(sandbox.run(Code.shell("pwd; ls").with(command -> command.cwd("sub/deep"))))
                .passed();
        assertThat(sandbox.run(
                        Code.shell("cat ../tool.sh").named("sub/tool.sh").with(command -> command.cwd("sub/deep"))))
                .passed();
    }

    @Test
    void diffsAreAboutTheFilesThatTheyName(Sandbox sandbox) {
        CodeRun run = sandbox.run(Code.shell(
                "mkdir 'a\n+++ b'; mkdir \"$(printf 'x\\n+++ b')\"; echo hello > \"$(printf 'x\\n+++ b/real')\""));
        assertThat(run).passed();
        assertThat(run.changes()).singleElement().satisfies(change -> {
            assertThat(change.path()).isEqualTo("x\n+++ b/real");
            assertThat(Patch.parse(change.diff().orElseThrow()).paths()).containsExactly("x\n+++ b/real");
        });
    }

    @Test
    void codeWithANameStaysWhereItIs(Sandbox sandbox) {
        assertThat(sandbox.run(Code.shell("cat bin/tool.sh").named("bin/tool.sh")))
                .passed();
        assertThat(sandbox.files().readText("bin/tool.sh")).isEqualTo("cat bin/tool.sh");
    }

    @Test
    void changesOfOneRunCanBeMadeElsewhere(Sandbox sandbox) {
        sandbox.files().write("list.txt", "1\n2\n");
        CodeRun run = sandbox.run(Code.shell("echo 3 >> list.txt; echo new > new.txt"));
        sandbox.files().write("list.txt", "0\n1\n2\n");
        sandbox.files().delete("new.txt");
        run.changes()
                .forEach(change ->
                        sandbox.files().apply(Patch.parse(change.diff().orElseThrow())));
        assertThat(sandbox.files().readText("list.txt")).isEqualTo("0\n1\n2\n3\n");
        assertThat(sandbox.files().list(sandbox.spec().workdir()))
                .extracting(FileEntry::name)
                .containsExactly("list.txt", "new.txt");
    }

    @Test
    void manyRunInOneSandboxAtOnce(Sandbox sandbox) {
        assertThat(IntStream.range(0, 12)
                        .parallel()
                        .mapToObj(number -> sandbox.run(
                                Code.shell("cat; ls").stdin(number + "\n").withoutChanges()))
                        .toList())
                .allMatch(CodeRun::passed);
    }
}
