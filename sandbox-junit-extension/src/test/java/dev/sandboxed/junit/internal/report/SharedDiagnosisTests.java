package dev.sandboxed.junit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Scope;
import dev.sandboxed.junit.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** What tests are told about a sandbox that an earlier one failed with. */
class SharedDiagnosisTests {

    @TempDir
    Path state;

    @Test
    void aTestThatFailsLaterIsToldWhatCameSinceAndWhereTheRestIs() throws IOException {
        EngineExecutionResults results = run(Shared.class);
        String first = Shared.class.getName() + ".aFails";
        String second = Shared.class.getName() + ".cFails";

        assertThat(attachedTo("aFails"))
                .contains("\nPassed over\n", "echo 'by the first'", "early.txt", "sleep 300")
                .doesNotContain("Tests share it");
        String later = attachedTo("cFails");
        assertThat(later)
                .contains("\n\nTests share it. What was known when " + first
                        + " failed is attached there, in the same file.")
                .contains(
                        "\nEvents since " + first + " failed\n", "\nUsage\n", "\nNetwork since " + first + " failed\n")
                .containsPattern(
                        "\nCommands since this test began\n-+\nCommand exited with code 0[^\n]* echo 'by the third'\n")
                .containsPattern("\n\\* 0644 +4 /workspace/late.txt\n?")
                .doesNotContain("Passed over", "echo 'by the first'", "early.txt", "its creation began");
        assertThat(part(later, "Commands before that, since " + first + " failed"))
                .contains("echo 'by the second'")
                .doesNotContain("echo 'by the third'");
        assertThat(part(later, "Commands from before that still run")).contains("sleep 300");

        assertThat(attachedTo("dFailsWithoutACommand"))
                .contains(first
                        + " failed is attached there, in the same file; the test that failed last before this one is "
                        + second + ".")
                .containsPattern("\nCommands since this test began\n-+\n\\(no command was run\\)\n")
                .contains("\nFiles written since " + second + " failed\n")
                .doesNotContain("Commands before that");
        assertThat(entries(results, "cFails"))
                .containsEntry("sandbox.attachedTo", first)
                .hasEntrySatisfying(
                        "sandbox.transcript",
                        text -> assertThat(text)
                                .contains("by the third")
                                .doesNotContain("by the first", "by the second"));
        assertThat(entries(results, "aFails")).doesNotContainKey("sandbox.attachedTo");
    }

    @Sandboxed(provider = "subprocess", scope = Scope.CLASS)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Shared {
        @Sandboxed
        static Sandbox sandbox;

        @Test
        void aFails() {
            sandbox.files().write("early.txt", "early");
            sandbox.exec("touch", "-d", "2001-01-01", "early.txt");
            sandbox.start(Command.of("sleep", "300"));
            assertThat(sandbox.exec("echo", "by the first").succeeded()).isFalse();
        }

        @Test
        void bPasses() {
            assertThat(sandbox.exec("echo", "by the second").succeeded()).isTrue();
        }

        @Test
        void cFails() {
            sandbox.files().write("late.txt", "late");
            assertThat(sandbox.exec("echo", "by the third").succeeded()).isFalse();
        }

        @Test
        void dFailsWithoutACommand() {
            assertThat(sandbox.files().exists("late.txt")).isFalse();
        }
    }

    @Test
    void aClassThatFailsInTheEndIsToldWhatCameSinceItsLastTestFailed() throws IOException {
        run(FailsInTheEnd.class);

        String last = FailsInTheEnd.class.getName() + ".fails";
        assertThat(part(attachedTo("FailsInTheEnd"), "Commands since " + last + " failed"))
                .contains("echo 'in the end'")
                .doesNotContain("by the test");
    }

    @Sandboxed(provider = "subprocess", scope = Scope.CLASS)
    static class FailsInTheEnd {
        @Sandboxed
        static Sandbox sandbox;

        @Test
        void fails() {
            assertThat(sandbox.exec("echo", "by the test").succeeded()).isFalse();
        }

        @AfterAll
        static void end() {
            assertThat(sandbox.exec("echo", "in the end").succeeded()).isFalse();
        }
    }

    /** What ran in a sandbox that was replaced since says nothing about this one. */
    @Test
    void afterAResetAllIsToldOfTheNewSandboxAndNothingOfTheOldOne() throws IOException {
        EngineExecutionResults results = run(Reset.class);

        assertThat(attachedTo("aFails")).contains("\nPassed over\n", "echo 'by the first'");
        assertThat(attachedTo("bFails"))
                .contains("\nPassed over\n", "echo 'by the second'")
                .doesNotContain("by the first", "Tests share it");
        assertThat(entries(results, "bFails")).doesNotContainKey("sandbox.attachedTo");
    }

    @Sandboxed(provider = "subprocess", scope = Scope.CLASS_WITH_RESET)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Reset {
        @Test
        void aFails(Sandbox sandbox) {
            assertThat(sandbox.exec("echo", "by the first").succeeded()).isFalse();
        }

        @Test
        void bFails(Sandbox sandbox) {
            assertThat(sandbox.exec("echo", "by the second").succeeded()).isFalse();
        }
    }

    @Test
    void aSandboxInWhichNothingWasWrittenSinceSaysSo(@Sandboxed(provider = "subprocess") Sandbox sandbox) {
        sandbox.files().write("before.txt", "before");

        FileTree tree = FileTree.of(sandbox);

        assertThat(tree.writtenSince(Instant.now().plus(Duration.ofHours(1)))).isEqualTo("(none of 1)");
        assertThat(tree.writtenSince(Instant.EPOCH)).contains("/workspace/before.txt");
    }

    /** It ran beside the other, whose attachment has only a part of what it did. */
    @Test
    void aTestThatBeganBeforeAnotherFailedIsToldAllSinceItsOwnBeginning() {
        Chronicle chronicle = new Chronicle();
        Mark failed = new Mark(Instant.EPOCH.plusSeconds(10), 10);
        chronicle.told("another", failed);

        Mark earlier = new Mark(Instant.EPOCH.plusSeconds(5), 5);
        assertThat(chronicle.before(earlier))
                .extracting(Chronicle.Earlier::from)
                .isEqualTo(earlier);
        Mark later = new Mark(Instant.EPOCH.plusSeconds(12), 12);
        assertThat(chronicle.before(later)).extracting(Chronicle.Earlier::from).isEqualTo(failed);
    }

    @Test
    void aPartOfATranscriptTellsWhatOfItIsForgotten() {
        Transcript transcript = new Transcript();
        for (int i = 0; i < 250; i++) {
            transcript
                    .begin("number " + i + ";", Witness.Running.UNHEARD, SecretMask.of(List.of()))
                    .closed();
        }

        assertThat(transcript.begun()).isEqualTo(250);
        assertThat(transcript.between(40, 52))
                .startsWith("(10 earlier commands left out)\n\n")
                .contains("number 50;", "number 51;")
                .doesNotContain("number 49;", "number 52;");
        assertThat(transcript.between(0, 7)).isEqualTo("(7 earlier commands left out)\n\n");
        assertThat(transcript.between(248, 250))
                .contains("number 248;", "number 249;")
                .doesNotContain("left out");
        assertThat(transcript.between(250, 250)).isEqualTo("(no command was run)");
    }

    private EngineExecutionResults run(Class<?> tests) {
        return new Suite(state).run(tests);
    }

    /** Returns what is under a title. */
    private static String part(String text, String title) {
        String heading = "\n\n" + title + "\n" + "-".repeat(title.length()) + "\n";
        assertThat(text).contains(heading);
        return text.substring(text.indexOf(heading) + heading.length()).replaceFirst("(?s)\n\n[^\n]+\n--.*", "");
    }

    private String attachedTo(String test) throws IOException {
        try (Stream<Path> files = Files.walk(state.resolve("reports"))) {
            Path file = files.filter(each -> each.toString().endsWith(".txt"))
                    .filter(each -> each.getParent()
                            .getFileName()
                            .toString()
                            .matches(".*-" + test + "-(dev-sandboxed-api-Sandbox-)?"))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(file);
        }
    }

    private static Map<String, String> entries(EngineExecutionResults results, String test) {
        Map<String, String> all = new LinkedHashMap<>();
        results.allEvents().reportingEntryPublished().stream()
                .filter(event ->
                        event.getTestDescriptor().getUniqueId().toString().contains(":" + test + "("))
                .flatMap(event -> event.getPayload(ReportEntry.class).stream())
                .forEach(entry -> all.putAll(entry.getKeyValuePairs()));
        return all;
    }
}
