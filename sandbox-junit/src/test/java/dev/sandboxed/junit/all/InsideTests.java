package dev.sandboxed.junit.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.junit.EnabledIfSandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that run inside sandboxes of the providers that the extension alone does not bring. */
class InsideTests {

    @TempDir
    Path state;

    @AfterEach
    void nothingOfTheHostIsChanged() {
        assertThat(Path.of("/tmp/sandboxed-scribble")).doesNotExist();
    }

    private SuiteRun run(Class<?> tests, String provider, String image) {
        return SuiteRun.of(tests, state, Map.of("sandbox.provider", provider, "sandbox.image", image));
    }

    private void testsRunInside(String provider, String image) {
        SuiteRun run = run(InsideSuite.class, provider, image);

        assertThat(failures(run))
                .containsOnlyKeys("fails()", "exits()", "spins()", "hoards()")
                .containsEntry("fails()", "org.opentest4j.AssertionFailedError: expected: <a> but was: <b>")
                .containsEntry("hoards()", "java.lang.OutOfMemoryError: Java heap space")
                .hasEntrySatisfying(
                        "exits()",
                        failure -> assertThat(failure)
                                .contains("has ended before the test did. Command exited with code 0")
                                .contains("last words"))
                .hasEntrySatisfying("spins()", failure -> assertThat(failure).contains("timed out and was killed"));
        assertThat(run.getSummary().getTestsSucceededCount())
                .as("passes, scribbles, leaves a thread")
                .isEqualTo(3);
        assertThat(run.reported("ran on")).containsExactly("größe");
        assertThat(run.reported("sandbox.provider")).containsOnly(provider);
    }

    private static Map<String, String> failures(SuiteRun run) {
        return run.getSummary().getFailures().stream()
                .collect(Collectors.toMap(
                        failure -> failure.getTestIdentifier().getDisplayName(),
                        failure -> failure.getException().toString()));
    }

    @Test
    @EnabledIfSandbox(provider = "runc")
    void testsRunInsideRunc() {
        testsRunInside("runc", "");
    }

    @Test
    @EnabledIfSandbox(provider = "gvisor")
    void testsRunInsideGvisor() {
        testsRunInside("gvisor", "");
    }

    @Test
    @EnabledIfSandbox(provider = "docker")
    void testsRunInsideDockerWithTheJdkOfTheHostAndAnImageThatHasItsLibrary() throws IOException {
        try (LibraryImage image = LibraryImage.make(state)) {
            testsRunInside("docker", image.name());
        }
    }

    @Test
    @EnabledIfSandbox(provider = "docker")
    void whereNoJdkRunsInsideTheErrorTellsWhatWasTriedAndWhatHelps() {
        assertThat(failures(run(InsideSuite.Trivial.class, "docker", "")))
                .hasEntrySatisfying(
                        "test(TestReporter)",
                        failure -> assertThat(failure)
                                .contains("No Java 17 or newer runs inside the sandbox")
                                .contains("bin/java: not found")
                                .contains("remedy: use an image that has a JDK in its path"));
    }

    /** Both run the same; the second starts from what the first has left. */
    @Test
    void anArchiveOfClassesIsMadeByTheFirstRunAndUsedByTheNext() {
        SuiteRun first = run(InsideSuite.Trivial.class, "subprocess", "");
        assertThat(first.reported("archive")).containsExactly("none");

        SuiteRun next = run(InsideSuite.Trivial.class, "subprocess", "");
        assertThat(next.reported("archive").get(0)).endsWith(".jsa");
        assertThat(next.reported("shared").get(0)).isEqualTo("true");
    }
}
