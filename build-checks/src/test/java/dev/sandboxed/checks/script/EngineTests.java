package dev.sandboxed.checks.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.checks.script.Workshop.Ran;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Docker engine that {@code ./sandboxed test} starts where none answers. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineTests {

    private static final String COUNTS = "2 passed, 0 failed, 1 skipped\n";

    @TempDir
    Path root;

    private Workshop workshop;

    @BeforeEach
    void open() throws IOException {
        workshop = Workshop.in(root);
    }

    @AfterEach
    void nothingOfOursIsLeft() throws IOException {
        assertThat(workshop.survivors()).isEmpty();
        assertThat(workshop.temporaryFiles()).isEmpty();
    }

    @Test
    void anEngineIsThereForAllTestsAndEndsBeforeTheScript() throws Exception {
        Ran ran = workshop.run("test");

        assertThat(ran.stderr()).isEmpty();
        assertThat(ran.stdout()).endsWith(COUNTS);
        assertThat(ran.code()).isZero();
        assertThat(ran.calls("dockerd").get(0))
                .contains("--config-file " + root + "/target/sandboxed/dockerd.json")
                .contains("--data-root " + root + "/tmp/sandboxed-docker.");
        assertThat(ran.calls("with an")).hasSameSizeAs(ran.calls("mvn"));
        assertThat(ran.notes()).last().isEqualTo("dockerd ended");
        assertThat(workshop.engineAnswers()).isFalse();
    }

    @Test
    void theEngineKnowsRunscWhereTheHostHasIt() throws Exception {
        workshop.run("test");
        String with = workshop.text("target/sandboxed/dockerd.json");
        workshop.lack("runsc");
        workshop.run("test");

        assertThat(with)
                .isEqualTo("{\"runtimes\": {\"runsc\": {\"path\": \"" + root + "/bin/runsc\", "
                        + "\"runtimeArgs\": [\"--platform=ptrace\", \"--network=none\"]}}}\n");
        assertThat(workshop.text("target/sandboxed/dockerd.json")).isEqualTo("{\"runtimes\": {}}\n");
    }

    @Test
    void anEngineThatAnswersIsUsedAndLeftAlone() throws Exception {
        Files.createFile(root.resolve("up"));

        Ran ran = workshop.run("test");

        assertThat(ran.stdout()).endsWith(COUNTS);
        assertThat(ran.calls("dockerd")).isEmpty();
        assertThat(workshop.engineAnswers()).isTrue();
    }

    @Test
    void whoNamesAnEngineGetsNoOther() throws Exception {
        Ran ran = workshop.run(Map.of("DOCKER_HOST", "tcp://engine:2375"), "test");

        assertThat(ran.stdout()).endsWith(COUNTS);
        assertThat(ran.calls("docker")).isEmpty();
        assertThat(ran.calls("dockerd")).isEmpty();
    }

    @Test
    void anEngineThatDoesNotComeUpIsToldAndTheTestsGoOn() throws Exception {
        workshop.program("dockerd", "echo cgroups are missing >&2; exit 1");

        Ran ran = workshop.run("test");

        assertThat(ran.stderr()).contains("dockerd did not come up").endsWith("cgroups are missing\n");
        assertThat(ran.stdout()).endsWith(COUNTS);
        assertThat(ran.code()).isZero();
    }

    @Test
    void testsThatFailEndTheEngineAsWell() throws Exception {
        workshop.program("mvn", "exit 1");

        Ran ran = workshop.run("test");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.notes()).last().isEqualTo("dockerd ended");
    }

    @ParameterizedTest
    @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
    void aSignalToTheScriptAloneEndsTheTestsAndThenTheEngine(String signal, int code) throws Exception {
        workshop.program("mvn", """
                echo $$ >>"$WORK/pids"
                trap 'echo mvn ended >>"$WORK/notes"; exit 1' TERM
                echo tests run
                while sleep 0.1; do :; done""");
        Process script = workshop.start(Map.of(), "test");
        BufferedReader stdout = script.inputReader();

        assertThat(stdout.readLine()).isEqualTo("tests run");
        workshop.signal(script, signal);
        Ran ran = workshop.end(script);

        assertThat(ran.code()).isEqualTo(code);
        assertThat(ran.notes()).endsWith("mvn ended", "dockerd ended");
    }

    /** As it is when a signal comes between the start of what is attended and the next step of the script. */
    @Test
    void aSignalBeforeTheNextStepStillEndsWhatWasStarted() throws Exception {
        String attendance = """
                . "$1/.ci/engine"
                echo done & wait
                settled=$!
                sleep 60 & echo $! >"$1/pids"
                interrupted 143""";
        Process script = new ProcessBuilder("sh", "-c", attendance, "sh", root.toString()).start();

        assertThat(script.waitFor()).isEqualTo(143);
        assertThat(workshop.text("pids")).isNotEmpty();
        assertThat(workshop.survivors()).isEmpty();
    }

    @Test
    void testsCanStillBeInterruptedThoughTheyRunInTheBackground() throws Exception {
        workshop.program("mvn", "trap 'echo heard >>\"$WORK/notes\"' INT; kill -INT $$; exit 1");

        assertThat(workshop.run("test").notes()).contains("heard");
    }

    @Test
    void whatTheEngineForgotIsKilled() throws Exception {
        workshop.program("containerd-shim", """
                trap '' TERM
                echo $$ >>"$WORK/pids"
                touch "$WORK/up"
                while sleep 0.1; do :; done""");
        workshop.program("dockerd", """
                trap 'rm "$WORK/up"; exit 0' TERM
                containerd-shim -address "$6/containerd.sock" &
                while sleep 0.1; do :; done""");

        Ran ran = workshop.run("test");

        assertThat(ran.code()).isZero();
        assertThat(workshop.text("pids").lines()).hasSize(1);
    }

    @Test
    void aBenchmarkOfDockerHasAnEngineToo() throws Exception {
        Files.createDirectories(root.resolve("benchmarks/target/lib"));
        Files.createFile(root.resolve("benchmarks/target/a.jar"));
        Files.createFile(root.resolve("benchmarks/target/lib/b.jar"));
        Files.createFile(root.resolve("pom.xml"));

        assertThat(workshop.run("benchmark", "exec").calls("dockerd")).isEmpty();
        Ran ran = workshop.run("benchmark", "docker");

        assertThat(ran.calls("java")).last().asString().endsWith(" dev.sandboxed.benchmarks.Main docker");
        assertThat(ran.calls("dockerd")).hasSize(2);
        assertThat(ran.notes()).last().isEqualTo("dockerd ended");
        assertThat(ran.code()).isZero();
    }
}
