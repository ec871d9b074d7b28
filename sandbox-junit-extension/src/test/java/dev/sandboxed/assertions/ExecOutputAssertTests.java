package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.Results.ended;
import static dev.sandboxed.assertions.Results.printed;
import static dev.sandboxed.assertions.Results.silent;
import static dev.sandboxed.assertions.Results.story;
import static dev.sandboxed.assertions.Results.text;
import static dev.sandboxed.assertions.Results.truncated;
import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class ExecOutputAssertTests {

    private static final String STORY = story("exited with code 0");

    private final ExecResult result = ended(Ending.exited(0));

    @Test
    void stdoutLeadsToTheTextAndBack() {
        assertThat(result).stdout().isEqualTo("1\n2\n").startsWith("1").and().succeeded();
    }

    @Test
    void stdoutFailsWithTheWholeStory() {
        assertThat(Failing.message(() -> assertThat(result).stdout().isEqualTo("21")))
                .isEqualTo("[standard output" + STORY + "] \nexpected: \n  \"21\"\n but was: \n  \"1\n  2\n  \"");
    }

    @Test
    void differentTextsAreGivenToTheDevelopmentEnvironment() {
        AssertionError error = Failing.error(() -> assertThat(result).stdout().isEqualTo("2\n"));

        assertThat(error).isInstanceOfSatisfying(AssertionFailedError.class, failed -> {
            assertThat(failed.getExpected().getStringRepresentation()).isEqualTo("\"2\n\"");
            assertThat(failed.getActual().getStringRepresentation()).isEqualTo("\"1\n2\n\"");
        });
    }

    @Test
    void stderrLeadsToTheTextAndBack() {
        assertThat(result).stderr().contains("odd").and().stdout().isNotEmpty();
    }

    @Test
    void stderrFailsWithTheWholeStory() {
        assertThat(Failing.message(() -> assertThat(result).stderr().isEmpty()))
                .isEqualTo("[standard error" + STORY + "] \nExpecting empty but was: \"odd\n\"");
    }

    @Test
    void stdoutBytesLeadsToTheBytesAndBack() {
        assertThat(result).stdoutBytes().startsWith('1').hasSize(4).and().succeeded();
    }

    @Test
    void stdoutBytesFailsWithTheWholeStory() {
        assertThat(Failing.message(() -> assertThat(result).stdoutBytes().hasSize(3)))
                .isEqualTo("[standard output" + STORY + "] \nExpected size: 3 but was: 4 in:\n[49, 10, 50, 10]");
    }

    @Test
    void stderrBytesLeadsToTheBytesAndBack() {
        assertThat(result).stderrBytes().endsWith('\n').and().stderr().isNotBlank();
    }

    @Test
    void stderrBytesFailsWithTheWholeStory() {
        assertThat(Failing.message(() -> assertThat(result).stderrBytes().isEmpty()))
                .isEqualTo("[standard error" + STORY + "] \nExpecting empty but was: [111, 100, 100, 10]");
    }

    @Test
    void descriptionBeforeNavigationIsKept() {
        assertThat(Failing.message(
                        () -> assertThat(result).as("numbers").stdout().isEmpty()))
                .isEqualTo("[numbers: standard output" + STORY + "] \nExpecting empty but was: \"1\n2\n\"");
    }

    @Test
    void descriptionAfterNavigationKeepsTheStory() {
        assertThat(Failing.message(() ->
                        assertThat(result).as("numbers").stdout().as("sorted").isEmpty()))
                .isEqualTo("[sorted: standard output" + STORY + "] \nExpecting empty but was: \"1\n2\n\"");
    }

    @Test
    void outputThatWentToAFileIsNotTakenForEmpty() {
        ExecResult toFile = printed(Output.inFile(Path.of("out.log"), 7), text("odd\n"));

        assertThat(Failing.message(() -> assertThat(toFile).stdout().isEmpty()))
                .isEqualTo("Expecting to look at the standard output, but it went to the file out.log;"
                        + " look at that instead.\nCommand exited with code 0 after 250 ms: sort 'my numbers'"
                        + "\n  stdout: Output[7 bytes, in out.log]\n  stderr: odd");
    }

    @Test
    void hasNoStdoutPassesForSilence() {
        assertThat(silent()).hasNoStdout();
    }

    @Test
    void hasNoStdoutFailsForText() {
        assertThat(Failing.message(() -> assertThat(result).hasNoStdout()))
                .isEqualTo("Expecting no standard output, but there is some: 4 bytes." + STORY);
    }

    @Test
    void hasNoStderrPassesForSilence() {
        assertThat(silent()).hasNoStderr();
    }

    @Test
    void hasNoStderrFailsForText() {
        ExecResult dot = printed(text("1\n2\n"), text("."));

        assertThat(Failing.message(() -> assertThat(dot).hasNoStderr()))
                .isEqualTo("Expecting no standard error, but there is some: 1 byte." + STORY.replace("odd", "."));
    }

    @Test
    void isTruncatedPassesWhenAnOutputWasCut() {
        assertThat(printed(truncated("12345", 2), text("odd\n"))).isTruncated();
    }

    @Test
    void isTruncatedFailsWhenAllWasKept() {
        assertThat(Failing.message(() -> assertThat(result).isTruncated()))
                .isEqualTo("Expecting truncated output, but all of it was kept: 4 bytes of standard output and 4 bytes"
                        + " of standard error." + STORY);
    }

    @Test
    void isNotTruncatedPassesWhenAllWasKept() {
        assertThat(result).isNotTruncated();
    }

    @Test
    void isNotTruncatedFailsWhenAnOutputWasCut() {
        assertThat(Failing.message(() -> assertThat(printed(text("1\n2\n"), truncated("odd, very odd", 3)))
                        .isNotTruncated()))
                .isEqualTo("Expecting complete output, but of the 13 bytes of standard error only the first 3 were"
                        + " kept; raise the command's outputLimit." + STORY + " … (13 bytes in all)");
    }
}
