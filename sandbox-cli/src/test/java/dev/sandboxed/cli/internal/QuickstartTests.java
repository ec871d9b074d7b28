package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.cli.internal.CliRunner.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The demo as the script starts it: the quickstart's own tests, with the extension and the providers that are really there. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(120)
class QuickstartTests {

    @TempDir
    Path folder;

    @Test
    void theDemoRunsTheQuickstartAndTellsWhereEachTestRan() throws IOException {
        Path classes = SampleSources.compile("samples/quickstart/src/test", folder.resolve("classes"));

        List<String> logged = new CopyOnWriteArrayList<>();
        Ran ran = listening(logged, () -> new RealHost(folder).run("", "demo", "--classes", classes.toString()));

        assertThat(ran.code()).as(ran.text()).isZero();
        assertThat(ran.stderr()).isEmpty();
        assertThat(logged).isEmpty();
        assertThat(ran.text().lines().takeWhile(line -> !line.equals("The tests, as they run")))
                .hasSizeLessThan(25);
        assertThat(ran.text())
                .containsPattern("(?m)^subprocess   process           yes          yes          yes  .* none$");
        assertThat(ran.text())
                .containsPattern("(?m)^    passed +\\d+\\.\\d\\d s  \\S+ \\(\\S+\\) +a command runs in a sandbox$")
                .containsPattern("(?m)^[56] passed, 0 failed, [01] skipped in ");
        assertThat(ran.text().lines().filter(line -> line.startsWith("    passed ")))
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(line ->
                        assertThat(line).containsPattern(" s  [a-z0-9-]+ \\([a-z-]+\\)(, [a-z0-9-]+ \\([a-z-]+\\))* "));
    }

    /** Runs something, and keeps what is logged meanwhile. */
    private static Ran listening(List<String> logged, Supplier<Ran> demo) {
        Logger logger = Logger.getLogger("dev.sandboxed");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                logged.add(record.getLoggerName() + ": " + record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            return demo.get();
        } finally {
            logger.removeHandler(handler);
        }
    }
}
