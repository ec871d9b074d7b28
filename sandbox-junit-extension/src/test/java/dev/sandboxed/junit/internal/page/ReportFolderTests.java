package dev.sandboxed.junit.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTests {

    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @TempDir
    Path folder;

    private RunReport run(String id, String build, long pid, Instant begun, String test) {
        TestEntry entry = new TestEntry(
                0, null, "test", test, test, null, TestEntry.Status.PASSED, 0.0, 1.0, "main", null, null, null);
        return new RunReport(
                id,
                build,
                new RunReport.Jvm(pid, "17"),
                begun.toString(),
                1000,
                List.of(entry),
                List.of(),
                new RunReport.LeftOut(0, 0, 0, 0));
    }

    private void add(RunReport run) throws IOException {
        new ReportFolder(folder).add(run);
    }

    private List<String> runs() throws IOException {
        List<String> ids = new ArrayList<>();
        for (JsonNode run : ReportJson.read(folder.resolve("report.json")).path("runs")) {
            ids.add(run.path("id").asText());
        }
        return ids;
    }

    @Test
    void forksOfOneBuildShareAPageTheEarliestFirst() throws IOException {
        add(run("late", "build", 2, NOON.plusSeconds(1), "b"));
        add(run("early", "build", 1, NOON, "a"));

        assertThat(runs()).containsExactly("early", "late");
        assertThat(folder.resolve("index.html")).content().contains("\"early\"").contains("\"late\"");
    }

    @Test
    void theRunsOfAnotherBuildGo() throws IOException {
        add(run("old", "yesterday", 1, NOON, "a"));
        add(run("new", "today", 2, NOON.plusSeconds(60), "b"));

        assertThat(runs()).containsExactly("new");
        assertThat(folder.resolve("run-old.json")).doesNotExist();
    }

    @Test
    void aTestThatComesAgainInAnotherJvmReplacesTheRunThatHadIt() throws IOException {
        add(run("old", "daemon", 1, NOON, "a"));
        add(run("other", "daemon", 1, NOON, "b"));
        add(run("new", "daemon", 2, NOON.plusSeconds(60), "a"));

        assertThat(runs()).containsExactly("other", "new");
    }

    @Test
    void aTestThatIsRunAgainInTheSameJvmStaysWithItsFirstRun() throws IOException {
        add(run("first", "build", 1, NOON, "a"));
        add(run("again", "build", 1, NOON.plusSeconds(60), "a"));

        assertThat(runs()).containsExactly("first", "again");
    }

    @Test
    void whatAKilledJvmLeftSpoilsNothingAndIsSweptAway() throws IOException {
        Files.writeString(folder.resolve("index.html.unfinished"), "<!DOC");
        Files.writeString(folder.resolve("run-half.json"), "{\"id\": \"ha");

        add(run("whole", "build", 1, NOON, "a"));

        assertThat(runs()).containsExactly("whole");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(".lock", "index.html", "report.json", "run-whole.json", "trace.json");
        }
    }

    @Test
    void manyAtOnceAllGetOntoThePage() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> adding = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                RunReport one = run("run" + i, "build", i, NOON, "test" + i);
                adding.add(threads.submit(() -> {
                    add(one);
                    return one;
                }));
            }
            for (Future<?> each : adding) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(runs()).hasSize(24).doesNotHaveDuplicates();
    }

    @Test
    void halfAPairOfSurrogatesCanBeWritten() throws IOException {
        add(run("odd", "build", 1, NOON, "name \ud83d"));

        assertThat(ReportJson.read(folder.resolve("report.json"))
                        .path("runs")
                        .path(0)
                        .path("tests")
                        .path(0)
                        .path("name")
                        .asText())
                .startsWith("name ");
    }
}
