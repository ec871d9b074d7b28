package dev.sandboxed.junit.docs;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.junit.Keep;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** The snippets of docs/debug.md, and what the page says of them. */
class DebugPageTests {

    @TempDir
    Path state;

    @Test
    void aTestThatFailsTellsWhatHappened() {
        EngineExecutionResults results = new Suite(state)
                .with("sandbox.keepDir", state.resolve("kept").toString())
                .run(FailingSuite.class);

        assertThat(Suite.failures(results)).singleElement().asString().contains("exited with code 2", "no such target");
        assertThat(entries(results))
                .containsKeys("sandbox", "sandbox.provider", "sandbox.isolation", "sandbox.usage")
                .hasEntrySatisfying(
                        "sandbox.transcript", text -> assertThat(text).contains("echo building", "no such target"));
    }

    @Test
    void filesOfATestThatFailedAreKept() throws IOException {
        Path kept = state.resolve("kept");
        new Suite(state).with("sandbox.keepDir", kept.toString()).run(FailingSuite.class);

        try (Stream<Path> files = Files.walk(kept)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            assertThat(names).contains("build.log");
        }
    }

    private static Map<String, String> entries(EngineExecutionResults results) {
        return results.testEvents()
                .reportingEntryPublished()
                .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
                .filter(entry -> entry.containsKey("sandbox.transcript"))
                .findFirst()
                .orElseThrow();
    }

    static class FailingSuite {

        @Test
        @Sandboxed(keep = Keep.ON_FAILURE)
        void builds(Sandbox sandbox) {
            sandbox.shell("echo building > build.log");
            assertThat(sandbox.shell("echo no such target >&2; exit 2")).succeeded();
        }
    }

    @Test
    void aTestWhoseTimeIsUpTellsWhatItSaw() {
        EngineExecutionResults results = new Suite(state).run(SlowSuite.class);

        assertThat(results.testEvents()
                        .reportingEntryPublished()
                        .map(event -> event.getRequiredPayload(ReportEntry.class)
                                .getKeyValuePairs()
                                .get("sandbox.beforeInterrupt"))
                        .filter(Objects::nonNull))
                .singleElement()
                .asString()
                .contains("stdout so far: waiting for port 80");
    }

    static class SlowSuite {

        @Test
        @Timeout(value = 1500, unit = TimeUnit.MILLISECONDS)
        void waitsForTheServer(@Sandboxed Sandbox sandbox) {
            sandbox.shell("echo waiting for port 80; sleep 300");
        }
    }

    @Test
    @Sandboxed
    void oneCommandCanBeWatched(Sandbox sandbox) {
        List<String> heard = new CopyOnWriteArrayList<>();
        sandbox.exec(Command.shell("echo one; echo two >&2").onOutput(chunk -> heard.add(chunk.text())));

        assertThat(heard).containsExactlyInAnyOrder("one\n", "two\n");
    }

    @Test
    @Sandboxed
    void whatRanCanBeAsked(Sandbox sandbox) {
        assertThat(sandbox.info().provider()).isNotEmpty();
        assertThat(sandbox.info().passedOver())
                .allMatch(other -> !other.reason().isEmpty());
        assertThat(sandbox.exec("sh", "-c", "exit 3").describe()).contains("exited with code 3");
    }
}
