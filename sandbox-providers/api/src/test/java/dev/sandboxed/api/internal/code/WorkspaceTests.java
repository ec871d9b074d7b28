package dev.sandboxed.api.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.code.FileChange;
import dev.sandboxed.api.files.MapFiles;
import dev.sandboxed.api.files.Patch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class WorkspaceTests {

    private final MapFiles files = new MapFiles();

    private Workspace look() {
        return Workspace.of(files, "/workspace");
    }

    @Test
    void whatIsCreatedModifiedAndDeletedIsToldWithItsDifference() {
        files.with("kept.txt", "same\n").with("gone.txt", "bye\n").with("list.txt", "1\n2\n3\n");
        Workspace before = look();
        files.delete("gone.txt");
        files.with("list.txt", "1\n2b\n3\n").with("new.txt", "hello");
        assertThat(before.changes())
                .extracting(FileChange::toString)
                .containsExactly("deleted gone.txt", "modified list.txt", "created new.txt");
        assertThat(before.changes())
                .extracting(change -> change.diff().orElseThrow())
                .containsExactly(
                        "--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n",
                        "--- a/list.txt\n+++ b/list.txt\n@@ -1,3 +1,3 @@\n 1\n-2\n+2b\n 3\n",
                        "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+hello\n\\ No newline at end of file\n");
    }

    @Test
    void aChangeOfTheSameSizeWhoseTimeWasSetBackIsFound() {
        files.with("a.txt", "one\n");
        Workspace before = look();
        files.with("a.txt", "two\n");
        assertThat(before.changes()).extracting(FileChange::toString).containsExactly("modified a.txt");
    }

    /** In a project of more than 500 files that came before it in the alphabet, no difference was shown. */
    @Test
    void ofManyFilesTheNewestAreKept() {
        IntStream.range(0, 600).forEach(i -> files.with("a" + i, "old\n"));
        files.withNewer("list.txt", "1\n");
        Workspace before = look();
        files.with("list.txt", "1\n2\n");
        assertThat(before.changes())
                .extracting(change -> change.diff().orElseThrow())
                .containsExactly("--- a/list.txt\n+++ b/list.txt\n@@ -1 +1,2 @@\n 1\n+2\n");
    }

    @Test
    void anotherModeIsAChange() {
        files.with("a.sh", "echo\n");
        Workspace before = look();
        files.chmod("a.sh", 0755);
        assertThat(before.changes())
                .containsExactly(new FileChange(
                        FileChange.Kind.MODIFIED,
                        "a.sh",
                        Optional.of("diff --git a/a.sh b/a.sh\nold mode 100644\nnew mode 100755\n")));
    }

    @Test
    void whatIsNoTextHasNoDifference() {
        files.write("a.bin", new byte[] {1, 0, 2});
        Workspace before = look();
        files.write("a.bin", new byte[] {1, 0, 3});
        assertThat(before.changes()).hasSize(1).allMatch(change -> change.diff().isEmpty());
    }

    @Test
    void aLargeFileIsToldWithoutADifference() {
        files.with("a.txt", "x".repeat(300_000));
        Workspace before = look();
        files.with("a.txt", "x".repeat(300_001));
        assertThat(before.changes()).hasSize(1).allMatch(change -> change.diff().isEmpty());
    }

    @Test
    void nothingChangedIsNothingTold() {
        files.with("a.txt", "one\n").with("b.txt", "x".repeat(300_000));
        assertThat(look().changes()).isEmpty();
    }

    /** Random texts; each difference, read as a patch, makes the one text of the other. */
    @RepeatedTest(200)
    void everyDifferenceIsAPatchThatMakesIt(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        String first = text(random);
        String second = random.nextInt(4) == 0 ? text(random) : edited(first, random);
        files.with("a.txt", first);
        Workspace before = look();
        files.with("a.txt", second);
        List<FileChange> changes = before.changes();
        files.with("a.txt", first);
        changes.forEach(change -> files.apply(Patch.parse(change.diff().orElseThrow())));
        assertThat(files.readText("a.txt")).isEqualTo(second);
        assertThat(changes).hasSize(first.equals(second) ? 0 : 1);
    }

    @Test
    void textsWithThousandsOfDifferencesAreToldAsReplaced() {
        files.with("a.txt", numbers(0, 3_000));
        Workspace before = look();
        files.with("a.txt", numbers(5_000, 8_000));
        String diff = before.changes().get(0).diff().orElseThrow();
        assertThat(diff).startsWith("--- a/a.txt\n+++ b/a.txt\n@@ -1,3000 +1,3000 @@\n-0\n-1\n");
    }

    private static String numbers(int from, int to) {
        StringBuilder text = new StringBuilder();
        IntStream.range(from, to).forEach(number -> text.append(number).append('\n'));
        return text.toString();
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(60), 0, 9)
                .forEach(number -> text.append(number).append('\n'));
        return text + (random.nextBoolean() ? "end" : "");
    }

    private static String edited(String text, Random random) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        for (int i = random.nextInt(5); i >= 0; i--) {
            int at = random.nextInt(lines.size() + 1);
            if (random.nextBoolean() || at == lines.size()) {
                lines.add(at, "new " + random.nextInt(3));
            } else {
                lines.remove(at);
            }
        }
        return String.join("\n", lines) + (random.nextBoolean() ? "\n" : "");
    }
}
