package dev.sandboxed.junit.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several JVMs that were started by one, as those of a build are. */
class ForksTests {

    @TempDir
    Path work;

    private List<String> command(Class<?> tests, String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ForkMain.class.getName()));
        command.addAll(List.of(work.toString(), tests.getName()));
        return command;
    }

    private Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(work.resolve("output").toFile()))
                .start();
    }

    private static int end(Process fork) throws InterruptedException {
        assertThat(fork.waitFor(2, TimeUnit.MINUTES)).as("the fork has ended").isTrue();
        return fork.exitValue();
    }

    private List<String> namesOfTests() throws IOException {
        return new RecordedRun(work)
                .tests().stream().map(test -> test.path("name").asText()).toList();
    }

    @Test
    void forksOfOneBuildMergeAlsoThroughAShellAndOneThatIsKilledSpoilsNothing() throws Exception {
        List<String> throughAShell = new ArrayList<>(List.of("sh", "-c", "\"$@\"; exit $?", "sh"));
        throughAShell.addAll(command(Stories.Plain.class));

        Process first = start(command(Stories.OfAClass.class));
        Process second = start(throughAShell);
        Process killed = start(command(Stories.Killed.class));

        assertThat(List.of(end(first), end(second), end(killed))).containsExactly(0, 0, 9);
        assertThat(namesOfTests()).containsExactlyInAnyOrder("usesTheSharedOne()", "passesWithoutASandbox()");
    }

    @Test
    void aNewBuildBeginsANewPage() throws Exception {
        assertThat(end(start(command(Stories.OfAClass.class)))).isZero();
        assertThat(end(start(command(Stories.Plain.class, "-Dsandbox.reportBuild=next"))))
                .isZero();

        assertThat(namesOfTests()).containsExactly("passesWithoutASandbox()");
    }
}
