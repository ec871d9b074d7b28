package dev.sandboxed.junit.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

class PageSizeTests {

    @Test
    void thePageOfAThousandTestsIsSmallEnoughToBeSent(TestReporter reporter) throws IOException {
        RecordedRun run = new RecordedRun(RecordedRun.kept("large-page"))
                .with("sandbox.provider", "steady")
                .with("sandbox.reportBuild", "size " + ProcessHandle.current().pid())
                .runWith(SteadyProviderFactory.class, Stories.Thousand.class);

        assertThat(run.tests())
                .hasSize(1000)
                .allMatch(test -> test.path("status").asText().equals("passed"));
        try (Stream<Path> files = Files.list(run.folder())) {
            files.forEach(file -> reporter.publishEntry(
                    file.getFileName().toString(), file.toFile().length() / 1024 + " KiB"));
        }
        assertThat(Files.size(run.folder().resolve("index.html"))).isLessThan(2 << 20);
    }
}
