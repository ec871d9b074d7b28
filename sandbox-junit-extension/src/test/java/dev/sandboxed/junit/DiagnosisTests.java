package dev.sandboxed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.core.Keep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
        assertThat(entries.get("sandbox.provider")).startsWith("subprocess ").contains("isolation process");
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
                .contains("\nCommands\n--------\n")
                .contains("\nUsage\n")
                .contains("/workspace/left.txt")
                .doesNotContain("s3cret-value");
    }

    static class Failing {
        static SandboxSpec withSecret() {
            return SandboxSpec.builder()
                    .secret("TOKEN", Secret.of("s3cret-value"))
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
    void passingTestIsSilentUnlessAskedToReport() throws Exception {
        assertThat(entries(new Suite(state).run(Passing.class))).isEmpty();
        assertThat(attachments()).isEmpty();
        assertThat(entries(new Suite(state)
                        .with("sandbox.provider", "subprocess")
                        .with("sandbox.report", "always")
                        .run(Passing.class)))
                .containsExactly(
                        Map.entry("sandbox.provider", "subprocess"), Map.entry("sandbox.isolation", "process"));
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
