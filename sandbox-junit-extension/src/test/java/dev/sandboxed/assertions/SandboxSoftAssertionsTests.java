package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.Results.ended;
import static dev.sandboxed.assertions.Results.story;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import java.util.List;
import org.assertj.core.api.AbstractSoftAssertions;
import org.assertj.core.api.junit.jupiter.SoftAssertionsExtension;
import org.assertj.core.error.AssertJMultipleFailuresError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

class SandboxSoftAssertionsTests extends WithMock {

    private final ExecResult failure = ended(Ending.exited(3));
    private final SandboxSoftAssertions softly = new SandboxSoftAssertions();

    @Test
    void passingAssertionsCollectNothing() {
        files.write("f", "{\"x\": 1}");
        SandboxSoftAssertions.assertSoftly(soft -> {
            soft.assertThat(failure).failed().stdout().startsWith("1").and().exitedWith(3);
            soft.assertThat(sandbox)
                    .hasFile("f")
                    .withSize(8)
                    .jsonAt("/x")
                    .isEqualTo(1)
                    .and()
                    .and()
                    .isRunning();
            soft.assertThat(sandbox).hasDirectory(".").withEntries("f");
            soft.assertThat(sandbox.snapshot(SnapshotOptions.ALL)).hasFileCount(1);
            soft.assertThat("text").isNotEmpty();
        });
    }

    @Test
    void everyFailureIsCollectedWithItsWholeMessage() {
        softly.assertThat(failure).succeeded().timedOut().exitedWith(3);
        softly.assertThat(sandbox).isStopped().runsOn("boxes");
        softly.assertThat(2).isEqualTo(1);

        assertThat(messages())
                .containsExactly(
                        "Expecting the command to succeed, but it exited with code 3." + story("exited with code 3"),
                        "Expecting the command to time out, but it exited with code 3." + story("exited with code 3"),
                        "Expecting the sandbox to be STOPPED, but it is RUNNING." + where(),
                        "\nexpected: 1\n but was: 2");
    }

    @Test
    void failuresBehindANavigationAreCollectedAndTheWayBackIsOpen() {
        files.write("f", "text");
        softly.assertThat(failure)
                .stdout()
                .startsWith("9")
                .isEqualTo("1\n2\n")
                .and()
                .succeeded();
        softly.assertThat(sandbox)
                .hasFile("f")
                .isEmpty()
                .text()
                .isBlank()
                .and()
                .withMode(0600)
                .and()
                .isStopped();

        assertThat(messages())
                .containsExactly(
                        "[standard output" + story("exited with code 3")
                                + "] \nExpecting actual:\n  \"1\n2\n\"\nto start with:\n  \"9\"",
                        "Expecting the command to succeed, but it exited with code 3." + story("exited with code 3"),
                        "Expecting the file '/workspace/f' to be empty, but it has 4 bytes." + where(),
                        "[content of /workspace/f" + where() + "] \nExpecting blank but was: \"text\"",
                        "Expecting the file '/workspace/f' to have the mode 0600, but it has 0644." + where(),
                        "Expecting the sandbox to be STOPPED, but it is RUNNING." + where());
    }

    @Test
    void missingFileIsCollectedOnceWhateverIsSaidAboutIt() {
        softly.assertThat(sandbox)
                .hasFile("f")
                .withContent("x")
                .withSize(3)
                .text()
                .isEqualTo("x")
                .and()
                .jsonAt("/x")
                .isEqualTo(1)
                .and()
                .and()
                .isStopped();

        assertThat(messages())
                .containsExactly(
                        "Expecting a file at '/workspace/f', but there is nothing."
                                + "\nThe directory '/workspace' is empty." + where(),
                        "Expecting the sandbox to be STOPPED, but it is RUNNING." + where());
    }

    @Test
    void missingSandboxAndResultAreCollectedOnce() {
        softly.assertThat((Sandbox) null).hasFile("f").bytes().isEmpty();
        softly.assertThat((ExecResult) null).stderrBytes().isEmpty();

        assertThat(messages()).containsExactly("Expecting actual not to be null", "Expecting actual not to be null");
    }

    @Test
    void everyCollectedFailureNamesTheLineOfTheTest() {
        softly.assertThat(failure).succeeded().stdout().isBlank();
        softly.assertThat(sandbox).hasFile("f").withContent("x");
        softly.assertThat((Sandbox) null).isRunning();

        assertThat(softly.assertionErrorsCollected())
                .extracting(Throwable::getMessage)
                .hasSize(4)
                .allMatch(message -> message.lines()
                        .reduce("", (first, last) -> last)
                        .startsWith("at SandboxSoftAssertionsTests.everyCollectedFailureNamesTheLineOfTheTest("));
    }

    @Test
    void reportHasTheWholeMessageOfEveryFailure() {
        AssertionError report = Failing.error(() -> SandboxSoftAssertions.assertSoftly(soft -> {
            soft.assertThat(failure).succeeded();
            soft.assertThat(sandbox).hasFile("f").withContent("x");
        }));

        assertThat(report).isInstanceOf(AssertJMultipleFailuresError.class);
        assertThat(report.getMessage())
                .contains("Multiple Failures (2 failures)")
                .contains("Expecting the command to succeed, but it exited with code 3." + story("exited with code 3"))
                .contains("Expecting a file at '/workspace/f', but there is nothing."
                        + "\nThe directory '/workspace' is empty." + where());
    }

    @Test
    void providerCombinesWithOtherSoftAssertions() {
        OnlySandboxes own = new OnlySandboxes();
        own.assertThat(failure).succeeded();

        assertThat(own.assertionErrorsCollected()).hasSize(1);
    }

    @Test
    @ExtendWith(SoftAssertionsExtension.class)
    void extensionOfAssertJInjectsThem(SandboxSoftAssertions injected) {
        injected.assertThat(sandbox).isRunning();
    }

    /** Soft assertions that somebody puts together without AssertJ's own. */
    static class OnlySandboxes extends AbstractSoftAssertions implements SandboxSoftAssertionsProvider {}

    /** AssertJ adds the place in the test at the end of what it collects. */
    private List<String> messages() {
        return softly.assertionErrorsCollected().stream()
                .map(error -> error.getMessage().replaceFirst("\n?\\nat SandboxSoftAssertionsTests[^\n]*$", ""))
                .toList();
    }
}
