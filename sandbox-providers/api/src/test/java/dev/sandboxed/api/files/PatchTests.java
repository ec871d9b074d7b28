package dev.sandboxed.api.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatchTests {

    private static final String GREETING = """
            --- a/greet.py
            +++ b/greet.py
            @@ -1,3 +1,3 @@
             def greet(name):
            -    return "hello"
            +    return "hello " + name
             # end
            """;

    private final MapFiles files = new MapFiles();

    @Test
    void aFileIsChanged() {
        files.with("greet.py", "def greet(name):\n    return \"hello\"\n# end\n");
        files.apply(Patch.parse(GREETING));
        assertThat(files.texts())
                .containsOnly(entry("greet.py", "def greet(name):\n    return \"hello \" + name\n# end\n"));
    }

    @Test
    void linesAreFoundWhereTheyHaveMovedTo() {
        files.with("greet.py", "import os\n\n\n\ndef greet(name):\n    return \"hello\"\n# end\n");
        files.apply(Patch.parse(GREETING));
        assertThat(files.readText("greet.py"))
                .isEqualTo("import os\n\n\n\ndef greet(name):\n    return \"hello \" + name\n# end\n");
    }

    @Test
    void filesAreCreatedAndDeletedAndRenamedAndGetModes() {
        files.with("old.txt", "going\n").with("name.txt", "a\nb\n");
        Patch patch = Patch.parse("""
                Here is the change that you asked for:

                diff --git a/run.sh b/run.sh
                new file mode 100755
                index 0000000..e69de29
                --- /dev/null
                +++ b/run.sh
                @@ -0,0 +1,2 @@
                +#!/bin/sh
                +echo hello
                diff --git a/old.txt b/old.txt
                deleted file mode 100644
                --- a/old.txt
                +++ /dev/null
                @@ -1 +0,0 @@
                -going
                diff --git a/name.txt b/title.txt
                similarity index 50%
                rename from name.txt
                rename to title.txt
                --- a/name.txt
                +++ b/title.txt
                @@ -1,2 +1,2 @@
                 a
                -b
                +c
                diff --git a/empty b/empty
                new file mode 100644
                index 0000000..e69de29
                """);
        assertThat(patch.paths()).containsExactly("run.sh", "old.txt", "title.txt", "empty");
        files.apply(patch);
        assertThat(files.texts())
                .containsOnly(
                        entry("run.sh", "#!/bin/sh\necho hello\n"), entry("title.txt", "a\nc\n"), entry("empty", ""));
        assertThat(files.stat("run.sh").mode()).isEqualTo(0755);
    }

    @Test
    void onlyTheModeChanges() {
        files.with("run.sh", "echo\n");
        files.apply(Patch.parse("diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n"));
        assertThat(files.stat("run.sh").mode()).isEqualTo(0755);
        assertThat(files.readText("run.sh")).isEqualTo("echo\n");
    }

    @Test
    void wrongNumbersOfLinesInAHeaderDoNoHarm() {
        files.with("greet.py", "def greet(name):\n    return \"hello\"\n# end\n");
        files.apply(Patch.parse(GREETING.replace("@@ -1,3 +1,3 @@", "@@ -7,9 +7,12 @@")));
        assertThat(files.readText("greet.py")).contains("\"hello \" + name\n# end\n");
    }

    @Test
    void anEmptyLineWhoseBlankWasLostStaysALine() {
        files.with("a.txt", "one\n\ntwo\n");
        files.apply(Patch.parse("--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n\n-two\n+three\n"));
        assertThat(files.readText("a.txt")).isEqualTo("one\n\nthree\n");
    }

    @Test
    void aLineThatLooksLikeTheBeginningOfAFileIsContentWhileLinesAreMissing() {
        files.with("notes.sql", "-- old\nselect 1;\n");
        files.apply(Patch.parse("--- a/notes.sql\n+++ b/notes.sql\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n select 1;\n"));
        assertThat(files.readText("notes.sql")).isEqualTo("++ new\nselect 1;\n");
    }

    @Test
    void aMissingEndOfTheLastLineIsKept() {
        files.with("a.txt", "one\ntwo");
        files.apply(
                Patch.parse(
                        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n"));
        assertThat(files.readText("a.txt")).isEqualTo("one\n2");
    }

    @Test
    void namesInQuotesAreReadAsGitWritesThem() {
        files.apply(Patch.parse("--- /dev/null\n+++ \"b/sch\\303\\266n \\\"x\\\".txt\"\n@@ -0,0 +1 @@\n+x\n"));
        assertThat(files.texts()).containsOnlyKeys("schön \"x\".txt");
    }

    @ParameterizedTest
    @MethodSource
    void bothNamesAreFoundInTheLineThatGitBeginsAFileWith(String names, String from, String to) {
        files.with(from, "x\n");
        files.apply(Patch.parse("diff --git " + names + "\n"));
        assertThat(files.texts()).containsOnly(entry(to, "x\n"));
    }

    static Stream<Arguments> bothNamesAreFoundInTheLineThatGitBeginsAFileWith() {
        return Stream.of(
                arguments("a/x b/y", "x", "y"),
                arguments("a/x y b/z b/y", "x y", "z b/y"),
                arguments("a/x \"b/\\303\\266 \\\"z\\\" \"", "x", "ö \"z\" "),
                arguments("a/x \" y \"b/z\"", "x \" y", "z"),
                arguments("a/x b/y \"b/z\"", "x", "y \"b/z\""),
                arguments("\"a/\\\" b/\" b/y z", "\" b/", "y z"),
                arguments("\"a/x \\\\\" \"b/y\"", "x \\", "y"));
    }

    @Test
    void aCopyLeavesTheOriginal() {
        files.with("x", "one\n");
        files.apply(
                Patch.parse(
                        "diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-one\n+two\n"));
        assertThat(files.texts()).containsOnly(entry("x", "one\n"), entry("y", "two\n"));
    }

    @Test
    void whatIsCreatedAndRenamedInOneDiffIsThereByItsLastName() {
        files.with("k", "1\n");
        files.apply(Patch.parse("""
                --- a/k
                +++ b/k
                @@ -1 +1 @@
                -1
                +2
                diff --git a/a b/a
                new file mode 100755
                --- /dev/null
                +++ b/a
                @@ -0,0 +1 @@
                +x
                diff --git a/a b/b
                rename from a
                rename to b
                """));
        assertThat(files.texts()).containsOnly(entry("k", "2\n"), entry("b", "x\n"));
        assertThat(files.stat("b").mode()).isEqualTo(0755);
    }

    @Test
    void joinedDiffsChangeTheFilesThatTheyName() {
        files.with("x", "").with("y", "1\n");
        Patch patch = Patch.parse("""
                diff --git a/x b/x
                old mode 100644
                new mode 100755
                --- a/y
                +++ b/y
                @@ -1 +1 @@
                -1
                +2
                --- /dev/null
                +++ b/e1
                --- /dev/null
                +++ b/e2
                """);
        assertThat(patch.paths()).containsExactly("x", "y", "e1", "e2");
        files.apply(patch);
        assertThat(files.stat("x").mode()).isEqualTo(0755);
        assertThat(files.stat("y").mode()).isEqualTo(0644);
        assertThat(files.texts())
                .containsEntry("y", "2\n")
                .containsEntry("e1", "")
                .containsEntry("e2", "");
    }

    @Test
    void theEndOfAMailAndWordsAfterAnEmptyLineAreNoPartOfAChange() {
        String change = "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-1\n+2\n";
        for (String tail : List.of("-- \n2.39.5\n\n", "\n- I changed 1 to 2\n+ and nothing else\n", "\n\n")) {
            files.with("y", "1\n");
            files.apply(Patch.parse(change + tail));
            assertThat(files.readText("y")).as(tail).isEqualTo("2\n");
        }
    }

    @Test
    void linksAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Patch.parse(
                                "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n"))
                .withMessageContaining("line 2")
                .withMessageContaining("a link");
    }

    @Test
    void wordsThatOnlyLookLikeHeadersAreWords() {
        files.with("y", "1\n");
        files.apply(Patch.parse("new mode of work\nrename from\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-1\n+2\n"));
        assertThat(files.readText("y")).isEqualTo("2\n");
    }

    @Test
    void aPlaceFarAwayAndManyEqualLinesCostNoTime() {
        files.with("y", "1\n");
        files.apply(Patch.parse("--- a/y\n+++ b/y\n@@ -999999999 +1 @@\n-1\n+2\n"));
        assertThat(files.readText("y")).isEqualTo("2\n");
        files.with("z", "same\n".repeat(200_000));
        Patch slow =
                Patch.parse("--- a/z\n+++ b/z\n@@ -1,100001 +1 @@\n" + "-same\n".repeat(100_000) + "-other\n+new\n");
        assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> assertThatExceptionOfType(PatchRejectedException.class).isThrownBy(() -> files.apply(slow)));
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingIsChanged() {
        files.with("first.txt", "one\n").with("greet.py", "something else\n");
        Patch patch = Patch.parse("--- a/first.txt\n+++ b/first.txt\n@@ -1 +1 @@\n-one\n+two\n" + GREETING);
        assertThatExceptionOfType(PatchRejectedException.class)
                .isThrownBy(() -> files.apply(patch))
                .withMessageContaining("greet.py")
                .withMessageContaining("@@ -1,3 +1,3 @@")
                .withMessageContaining("def greet(name):")
                .withMessageContaining("remedy:");
        assertThat(files.readText("first.txt")).isEqualTo("one\n");
    }

    @Test
    void aNewFileDoesNotReplaceOneThatIsThere() {
        files.with("a.txt", "precious\n");
        assertThatExceptionOfType(PatchRejectedException.class)
                .isThrownBy(() -> files.apply(Patch.parse("--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n")))
                .withMessageContaining("it is there already");
        assertThat(files.readText("a.txt")).isEqualTo("precious\n");
    }

    @Test
    void aFileWithMoreInItThanTheDiffDeletesIsNotDeleted() {
        files.with("a.txt", "one\ntwo\n");
        assertThatExceptionOfType(PatchRejectedException.class)
                .isThrownBy(() -> files.apply(Patch.parse("--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n")))
                .withMessageContaining("1 lines more");
        assertThat(files.texts()).containsOnlyKeys("a.txt");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatExceptionOfType(PatchRejectedException.class)
                .isThrownBy(() -> files.apply(Patch.parse(GREETING)))
                .withMessageContaining("there is no greet.py");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside", "/etc/passwd", "a/../../b", "b/../.."})
    void filesOutsideAreRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Patch.parse("--- /dev/null\n+++ " + name + "\n@@ -0,0 +1 @@\n+x\n"))
                .withMessageContaining("below the workdir only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no diff at all\n", "diff --git a/x b/x\nindex 1..2\n"})
    void aTextWithoutChangesIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Patch.parse(text)).withMessageContaining("no change");
    }

    @Test
    void binaryContentIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Patch.parse("diff --git a/x b/x\nBinary files a/x and b/x differ\n"))
                .withMessageContaining("line 2")
                .withMessageContaining("binary content");
    }

    @Test
    void aChangeOfNoFileIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Patch.parse("@@ -1 +1 @@\n-a\n+b\n"))
                .withMessageContaining("nothing says which file it is for");
    }
}
