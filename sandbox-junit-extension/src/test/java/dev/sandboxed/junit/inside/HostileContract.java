package dev.sandboxed.junit.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sandboxed.junit.FailedInsideException;
import dev.sandboxed.junit.InsideSandboxException;
import dev.sandboxed.junit.Suite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** Tests that mean harm, and what comes of it here. */
abstract class HostileContract {

    private static final Duration LONGEST = Duration.ofMinutes(2);

    @TempDir
    Path state;

    abstract String provider();

    @AfterEach
    void nothingIsLeft() {
        assertThat(new Suite(state).leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    final EngineExecutionResults run(Class<?> hostile) {
        return assertTimeoutPreemptively(
                LONGEST,
                () -> new Suite(state).with("sandbox.provider", provider()).run(hostile));
    }

    final Throwable failure(Class<?> hostile) {
        return InsideContract.failure(run(hostile));
    }

    @Test
    void aTestThatExitsFailsWithWhatItPrinted() {
        assertThat(failure(Hostile.Exits.class))
                .isInstanceOf(InsideSandboxException.class)
                .hasMessageStartingWith("The JVM inside has ended before the test did. Command exited with code 0")
                .hasMessageContaining("stdout: last words\\u001b[31m")
                .hasMessageContaining("look for System.exit");
    }

    @Test
    void aTestThatSpinsIsEndedByTheTimeout() {
        assertThat(failure(Hostile.Spins.class))
                .isInstanceOf(InsideSandboxException.class)
                .hasMessageContaining("before the test did")
                .hasMessageContaining("allow more time");
    }

    @Test
    void aTestThatTakesAllMemoryOfTheJvmFailsWithThat() {
        assertThat(failure(Hostile.Hoards.class))
                .isInstanceOf(FailedInsideException.class)
                .hasToString("java.lang.OutOfMemoryError: Java heap space");
    }

    @Test
    void aTestThatNeverReturnsFromItsCallsFailsWithThat() {
        assertThat(failure(Hostile.Recurses.class)).hasToString("java.lang.StackOverflowError");
    }

    @Test
    void aThreadThatOutlivesTheTestKeepsNobodyWaiting() {
        assertThat(Suite.failures(run(Hostile.LeavesThread.class))).isEmpty();
    }

    @Test
    void ofAFloodOnlyTheBeginningIsPrinted() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(Suite.failures(run(Hostile.Floods.class))).isEmpty();
        } finally {
            System.setOut(out);
        }
        assertThat(printed.size()).isBetween(4 << 20, 5 << 20);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("bytes that were printed inside)");
    }

    @Test
    void aResultThatIsALinkToAFileOfTheHostIsNotFollowed() {
        assertThat(failure(Hostile.LinksItsResult.class))
                .isInstanceOf(InsideSandboxException.class)
                .hasMessageNotContaining("root:");
    }

    @Test
    void aResultThatIsAPipeKeepsNobodyWaiting() {
        assertThat(failure(Hostile.PipesItsResult.class)).isInstanceOf(InsideSandboxException.class);
    }

    @Test
    void aResultThatIsTooLargeIsNotRead() {
        assertThat(failure(Hostile.SwellsItsResult.class))
                .isInstanceOf(InsideSandboxException.class)
                .hasMessageContaining("What the test left inside cannot be read")
                .hasMessageContaining("at most 8m");
    }

    /** That it passes is what it says, and nobody can know better; that nothing else comes of it is what counts. */
    @Test
    void aForgedResultBringsNoFileOfTheHostAndNoNameThatLeadsElsewhere() throws IOException {
        assertThat(Suite.failures(run(Hostile.Forges.class))).isEmpty();

        Path reports = state.resolve("reports");
        if (Files.exists(reports)) {
            try (Stream<Path> files = Files.walk(reports)) {
                assertThat(files.filter(Files::isRegularFile))
                        .noneSatisfy(file -> assertThat(file).content().contains("root:x:0:0:root:/root"));
            }
        }
        assertThat(state.resolve("escaped")).doesNotExist();
    }
}
