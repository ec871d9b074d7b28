package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SandboxPathAssertTests extends WithMock {

    private static final String WORKSPACE = "\nThe directory '/workspace' holds:\n  0644 f (4 bytes)";

    @Test
    void hasFilePassesForAFile() {
        files.write("/workspace/f", "text");

        assertThat(sandbox).hasFile("/workspace/f").and().hasFile("f");
    }

    @Test
    void hasFileFailsForNothingAndListsWhatIsThere() {
        files.write("f", "text");
        files.mkdirs("dir");
        files.chmod("dir", 0700);
        files.link("link", "/workspace/f");

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt")))
                .isEqualTo("Expecting a file at '/workspace/out.txt', but there is nothing."
                        + "\nThe directory '/workspace' holds:"
                        + "\n  0700 dir/\n  0644 f (4 bytes)\n  0777 link -> /workspace/f" + where());
    }

    @Test
    void hasFileListsTheNearestDirectoryThatExists() {
        files.write("f", "text");

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("/workspace/no/such/file")))
                .isEqualTo(
                        "Expecting a file at '/workspace/no/such/file', but there is nothing." + WORKSPACE + where());
    }

    @Test
    void hasFileSaysWhenTheDirectoryIsEmpty() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("f")))
                .isEqualTo("Expecting a file at '/workspace/f', but there is nothing."
                        + "\nThe directory '/workspace' is empty." + where());
    }

    @Test
    void hasFileListsNoMoreThanAPersonReads() {
        IntStream.range(10, 65).forEach(i -> files.write("f" + i, ""));

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("f")))
                .startsWith("Expecting a file at '/workspace/f', but there is nothing."
                        + "\nThe directory '/workspace' holds:\n  0644 f10 (0 bytes)\n  0644 f11 (0 bytes)")
                .endsWith("\n  0644 f59 (0 bytes)\n  … and 5 more" + where());
    }

    @Test
    void hasFileFailsForADirectory() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("/workspace")))
                .isEqualTo("Expecting a file at '/workspace', but there is a directory." + where());
    }

    @Test
    void hasFileDoesNotFollowALink() {
        files.write("f", "text");
        files.link("link", "f");

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("link")))
                .isEqualTo("Expecting a file at '/workspace/link', but there is a link to 'f'." + where());
    }

    @Test
    void hasFileFailsForAPathThatCannotBeLookedAt() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("../f")))
                .isEqualTo("Expecting a file at '../f', but it cannot be looked at: Path '../f' leaves the workdir"
                        + " /workspace\n  remedy: write a path without '..' that stays inside, or an absolute one"
                        + where());
    }

    @Test
    void emptyPathIsAMistakeOfTheTest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> assertThat(sandbox).hasFile(""))
                .withMessage("A path inside a sandbox must not be empty");
    }

    @Test
    void doesNotHaveFilePassesForNothingAndForADirectory() {
        assertThat(sandbox).doesNotHaveFile("f").doesNotHaveFile("/workspace");
    }

    @Test
    void doesNotHaveFileFailsForAFile() {
        files.write("f", "text");

        assertThat(Failing.message(() -> assertThat(sandbox).doesNotHaveFile("f")))
                .isEqualTo("Expecting no file at '/workspace/f', but there is a file of 4 bytes." + where());
    }

    @Test
    void doesNotHaveFileFailsForALinkSinceItMayLeadToOne() {
        files.link("link", "/etc/passwd");

        assertThat(Failing.message(() -> assertThat(sandbox).doesNotHaveFile("link")))
                .isEqualTo("Expecting no file at '/workspace/link', but there is a link to '/etc/passwd'." + where());
    }

    @Test
    void doesNotHaveFileFailsWhenNobodyCanTell() {
        files.write("f", "text");

        assertThat(Failing.message(() -> assertThat(sandbox).doesNotHaveFile("f/g")))
                .isEqualTo("Expecting no file at '/workspace/f/g', but it cannot be looked at: Path '/workspace/f/g'"
                        + " leads through 'f', which is not a directory [provider boxes, sandbox " + sandbox.id() + "]"
                        + where());
    }

    @Test
    void hasDirectoryPassesForADirectory() {
        assertThat(sandbox).hasDirectory("/workspace").and().isRunning();
    }

    @Test
    void hasDirectoryFailsForAFile() {
        files.write("f", "text");

        assertThat(Failing.message(() -> assertThat(sandbox).hasDirectory("f")))
                .isEqualTo("Expecting a directory at '/workspace/f', but there is a file of 4 bytes." + where());
    }

    @Test
    void hasDirectoryFailsForNothingAndListsWhatIsThere() {
        files.write("f", "text");

        assertThat(Failing.message(() -> assertThat(sandbox).hasDirectory("dir")))
                .isEqualTo("Expecting a directory at '/workspace/dir', but there is nothing." + WORKSPACE + where());
    }

    @Test
    void doesNotHaveDirectoryPassesForNothingAndForAFile() {
        files.write("f", "text");

        assertThat(sandbox).doesNotHaveDirectory("dir").doesNotHaveDirectory("f");
    }

    @Test
    void doesNotHaveDirectoryFailsForADirectory() {
        assertThat(Failing.message(() -> assertThat(sandbox).doesNotHaveDirectory("/workspace")))
                .isEqualTo("Expecting no directory at '/workspace', but there is a directory." + where());
    }

    @Test
    void hasLinkPassesForALinkToNowhere() {
        files.link("link", "nowhere");

        assertThat(sandbox).hasLink("link").and().isRunning();
    }

    @Test
    void hasLinkFailsForAFile() {
        files.write("f", "text");

        assertThat(Failing.message(() -> assertThat(sandbox).hasLink("f")))
                .isEqualTo("Expecting a link at '/workspace/f', but there is a file of 4 bytes." + where());
    }

    @Test
    void toPassesForTheTargetAsItIsWritten() {
        files.link("link", "../f");

        assertThat(sandbox).hasLink("link").to("../f").and().isRunning();
    }

    @Test
    void toFailsForAnotherTarget() {
        files.link("link", "../f");

        assertThat(Failing.message(() -> assertThat(sandbox).hasLink("link").to("/f")))
                .isEqualTo("Expecting the link '/workspace/link' to lead to '/f', but it leads to '../f'." + where());
    }

    @Test
    void hasNothingAtPassesForNothing() {
        assertThat(sandbox).hasNothingAt("f");
    }

    @Test
    void hasNothingAtFailsForADirectory() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasNothingAt("/workspace")))
                .isEqualTo("Expecting nothing at '/workspace', but there is a directory." + where());
    }
}
