package dev.sandboxed.junit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.junit.Keep;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Suite;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class DiagnosisTests {

    @TempDir
    Path state;

    @Test
    void failedTestCarriesAllThatIsKnownWithSecretsMasked() throws Exception {
        EngineExecutionResults results =
                new Suite(state).with("sandbox.provider", "subprocess").run(Failing.class);
        Map<String, String> entries = entries(results);
        assertThat(entries)
                .containsEntry("sandbox.provider", "subprocess")
                .containsEntry("sandbox.isolation", "process");
        assertThat(entries.get("sandbox.transcript"))
                .contains("exited with code 3")
                .contains("stdout: token=***")
                .contains("stderr: oops")
                .contains("Command timed out and was killed")
                .doesNotContain("s3cret-value");
        assertThat(attachments())
                .singleElement()
                .asString()
                .startsWith("Sandbox subprocess-")
                .containsPattern("\nEvents\n------\n[^ ]+ its creation began\n[^ ]+ ready after [0-9]+ ms\n")
                .contains(" handed out, made for the claim (empty), which took ")
                .contains("\nCommands\n--------\n")
                .contains("\nUsage\n")
                .contains("\nNetwork\n-------\n(the provider cannot tell)\n")
                .containsPattern("\n  0644 +4 /workspace/seeded.txt\n?")
                .containsPattern("\n\\* 0644 +4 /workspace/left.txt\n?")
                .doesNotContain("s3cret-value");
    }

    static class Failing {
        static SandboxSpec withSecret() {
            return SandboxSpec.builder()
                    .secret("TOKEN", Secret.of("s3cret-value"))
                    .seed(SeedFile.text("seeded.txt", "seed"))
                    .build();
        }

        @Test
        void test(@Sandboxed(spec = "withSecret", timeout = "200ms") Sandbox sandbox) {
            sandbox.files().write("left.txt", "left");
            sandbox.exec(Command.of("sleep", "30"));
            assertThat(sandbox.shell("echo token=$TOKEN; echo oops >&2; exit 3").exitCode())
                    .isZero();
        }
    }

    @Test
    void sandboxOfTheClassExplainsTheTestThatFailed() {
        EngineExecutionResults results = new Suite(state).run(FailingWithClassSandbox.class);
        assertThat(entries(results).get("sandbox.transcript")).contains("echo 'from the class sandbox'");
    }

    static class FailingWithClassSandbox {
        @Sandboxed
        static Sandbox ofClass;

        @Test
        void test() {
            ofClass.exec("echo", "from the class sandbox");
            assertThat(ofClass.exec("false").succeeded()).isTrue();
        }
    }

    @Test
    void passingTestTellsWhatItRanOnUnlessOnlyFailuresAreToBeReported() throws Exception {
        assertThat(entries(new Suite(state).with("sandbox.report", "on-failure").run(Passing.class)))
                .isEmpty();
        assertThat(entries(
                        new Suite(state).with("sandbox.provider", "subprocess").run(Passing.class)))
                .contains(Map.entry("sandbox.provider", "subprocess"), Map.entry("sandbox.isolation", "process"))
                .containsOnlyKeys("sandbox", "sandbox.provider", "sandbox.version", "sandbox.isolation", "sandbox.pool")
                .extractingByKey("sandbox.pool")
                .asString()
                .startsWith("0 hits, 0 waits, 1 misses (1 empty), 1 created, 1 destroyed");
        assertThat(attachments()).isEmpty();
    }

    @Test
    void aReportTellsWhichProvidersWerePassedOverAndWhy() {
        assertThat(entries(new Suite(state)
                        .with("sandbox.isolation", "process")
                        .with("sandbox.prefer", "isolation")
                        .run(Passing.class)))
                .hasEntrySatisfying(
                        "sandbox.passedOver",
                        passedOver -> assertThat(passedOver)
                                .contains("worktree: it is taken only when it is named (remedy: name it:"));
    }

    @Sandboxed
    static class Passing {
        @Test
        void test(Sandbox sandbox) {
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }

    @Test
    void filesAreKeptWhenAsked() {
        Path kept = state.resolve("kept");
        EngineExecutionResults results =
                new Suite(state).with("sandbox.keepDir", kept.toString()).run(Keeping.class);
        Path folder = Path.of(entries(results).get("sandbox.kept"));
        assertThat(folder).startsWith(kept);
        assertThat(folder.resolve("made.txt")).hasContent("by the test");
    }

    @Sandboxed(keep = Keep.ALWAYS)
    static class Keeping {
        @Test
        void test(Sandbox sandbox) {
            sandbox.files().write("made.txt", "by the test");
            assertThat(sandbox.files().exists("made.txt")).isTrue();
        }
    }

    @Test
    void filesThatAreTooManyToKeepAreToldAndNoReasonToFail() {
        Path kept = state.resolve("kept");
        EngineExecutionResults results = new Suite(state)
                .with("sandbox.provider", "subprocess")
                .with("sandbox.keepDir", kept.toString())
                .with("sandbox.keepSize", "4")
                .run(Keeping.class);

        assertThat(Suite.failures(results)).isEmpty();
        assertThat(entries(results).get("sandbox.kept")).contains("has 11, and at most 4 may be downloaded");
        assertThat(kept).doesNotExist();
    }

    /** The sandbox was there when the setting was read, and nobody was left to close it before the end of the run. */
    @Test
    void aWrongSettingForTheEndLeavesNoSandboxBehind() {
        EngineExecutionResults results = new Suite(state)
                .with("sandbox.provider", "subprocess")
                .with("sandbox.report", "sometimes")
                .run(LookingAround.class);

        assertThat(Suite.failures(results)).singleElement().asString().contains("sandbox.report");
        assertThat(entries(results)).containsEntry("left", Suite.NOTHING_LEFT.toString());
    }

    static class LookingAround {
        @RegisterExtension
        static final AfterAllCallback LEFT = context -> context.publishReportEntry(
                "left",
                new Suite(Path.of(context.getConfigurationParameter("sandbox.stateDir")
                                .orElseThrow()))
                        .leftovers()
                        .toString());

        @Test
        void test(@Sandboxed Sandbox sandbox) {
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }

    /** A {@code find} inside that only sleeps held up the end of a test for ten minutes. */
    @Test
    void aSandboxThatGivesNoAnswerHoldsUpNobody() {
        CountDownLatch never = new CountDownLatch(1);
        try (MockSandboxProvider provider = MockSandboxProvider.builder().build();
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            Sandbox stubborn = new ForwardingSandbox(sandbox) {
                @Override
                public SandboxFiles files() {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        never.countDown();
                    }
                    return super.files();
                }
            };

            assertThat(explained(stubborn, provider, Duration.ofMillis(50)))
                    .contains("\n(the sandbox gave no answer within 50 ms)");
            await().untilAsserted(() -> assertThat(never.getCount())
                    .as("the question was withdrawn")
                    .isZero());
        }
    }

    private static String explained(Sandbox sandbox, MockSandboxProvider provider, Duration longest) {
        Selection selection = new Selection(
                provider, provider.capabilities(), new ProviderStatus.Available("1", Map.of()), List.of());
        SelectedSandbox selected = new SelectedSandbox(sandbox, selection);
        RecordingSandbox recording = new RecordingSandbox(selected, Duration.ofSeconds(1), Witness.NONE);
        return Diagnosis.within(longest, selected, recording, new SandboxLog()).text();
    }

    @Test
    void whatAProviderHasSaidIsToldWithSecretsMaskedAndNothingWhereItIsSilent() {
        SandboxSpec spec =
                SandboxSpec.builder().secret("TOKEN", Secret.of("s3cret-value")).build();
        try (MockSandboxProvider provider = MockSandboxProvider.builder().build();
                Sandbox sandbox = provider.create(spec)) {
            Sandbox talking = new ForwardingSandbox(sandbox) {
                @Override
                public String providerLog() {
                    return "out of memory: killed s3cret-value";
                }
            };

            assertThat(explained(talking, provider, Duration.ofSeconds(20)))
                    .contains("\nWhat the provider has said\n")
                    .contains("\nout of memory: killed ***\n");
            assertThat(explained(sandbox, provider, Duration.ofSeconds(20))).doesNotContain("provider has said");
        }
    }

    @Test
    void aTestThatWasInterruptedIsExplainedAllTheSame() {
        Thread.currentThread().interrupt();
        String answer = Inquiry.within(Duration.ofSeconds(20)).ask(() -> "an answer");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer).isEqualTo("an answer");
    }

    private static Map<String, String> entries(EngineExecutionResults results) {
        Map<String, String> all = new LinkedHashMap<>();
        results.allEvents().reportingEntryPublished().stream()
                .flatMap(event -> event.getPayload(ReportEntry.class).stream())
                .forEach(entry -> all.putAll(entry.getKeyValuePairs()));
        return all;
    }

    private List<String> attachments() throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            return files.filter(file -> file.getFileName().toString().matches("subprocess-[0-9a-f]+\\.txt"))
                    .map(DiagnosisTests::read)
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
