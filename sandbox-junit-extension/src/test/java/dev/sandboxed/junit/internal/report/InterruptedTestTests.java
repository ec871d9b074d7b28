package dev.sandboxed.junit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** What is known of a test whose time is up. */
class InterruptedTestTests {

    @TempDir
    Path state;

    @ParameterizedTest
    @ValueSource(classes = {OnItsThread.class, OnAThreadOfItsOwn.class, WithASandboxOfTheClass.class})
    void whatWasSeenSoFarIsAttachedBeforeTheThreadIsInterrupted(Class<?> testClass) throws IOException {
        Suite suite = new Suite(state).with("sandbox.provider", "subprocess");

        EngineExecutionResults results = suite.run(testClass);

        assertThat(Suite.failures(results)).singleElement().asString().contains("timed out after 1500 milliseconds");
        assertThat(values(results, "sandbox.beforeInterrupt"))
                .singleElement()
                .asString()
                .contains("Command has not ended after ", ": echo begun with", "\n  stdout so far: begun with ***")
                .contains("\n  stderr so far: odd")
                .doesNotContain("s3cret-value");
        assertThat(attached("-before-interrupt.txt"))
                .singleElement()
                .asString()
                .contains("\nEvents\n------\n", "stdout so far: begun with ***")
                .doesNotContain("s3cret-value");
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @Test
    void theCommandThatWasInterruptedIsInTheTranscriptWithWhatItWrote() {
        EngineExecutionResults results =
                new Suite(state).with("sandbox.provider", "subprocess").run(OnItsThread.class);

        assertThat(values(results, "sandbox.transcript"))
                .singleElement()
                .asString()
                .contains("Command has no result after ", "stdout so far: begun with ***", "stderr so far: odd");
    }

    private static List<String> values(EngineExecutionResults results, String key) {
        return results.allEvents().reportingEntryPublished().stream()
                .flatMap(event -> event.getPayload(ReportEntry.class).stream())
                .flatMap(entry -> Stream.ofNullable(entry.getKeyValuePairs().get(key)))
                .toList();
    }

    private List<String> attached(String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            List<Path> found =
                    files.filter(file -> file.toString().endsWith(suffix)).toList();
            return found.stream().map(InterruptedTestTests::read).toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Has something to hide. */
    static final class Secretive implements Supplier<SandboxSpec> {
        @Override
        public SandboxSpec get() {
            return SandboxSpec.builder()
                    .secret("TOKEN", Secret.of("s3cret-value"))
                    .build();
        }
    }

    private static void runOutOfTime(Sandbox sandbox) {
        assertThat(sandbox.shell("echo begun with $TOKEN; echo odd >&2; sleep 300")
                        .succeeded())
                .isTrue();
    }

    static class OnItsThread {
        @Test
        @Timeout(value = 1500, unit = TimeUnit.MILLISECONDS)
        void test(@Sandboxed(specFrom = Secretive.class) Sandbox sandbox) {
            runOutOfTime(sandbox);
        }
    }

    static class OnAThreadOfItsOwn {
        @Test
        @Timeout(value = 1500, unit = TimeUnit.MILLISECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
        void test(@Sandboxed(specFrom = Secretive.class) Sandbox sandbox) {
            runOutOfTime(sandbox);
        }
    }

    static class WithASandboxOfTheClass {
        @Sandboxed(specFrom = Secretive.class)
        static Sandbox ofClass;

        @Test
        @Timeout(value = 1500, unit = TimeUnit.MILLISECONDS)
        void test() {
            runOutOfTime(ofClass);
        }
    }
}
