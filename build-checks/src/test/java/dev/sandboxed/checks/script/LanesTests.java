package dev.sandboxed.checks.script;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.checks.script.Workshop.Ran;
import dev.sandboxed.checks.tree.Repository;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The lanes in which {@code ./sandboxed test} runs the tests of the modules beside each other. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LanesTests {

    private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");

    @TempDir
    Path root;

    private Workshop workshop;

    @BeforeEach
    void open() throws IOException {
        workshop = Workshop.in(root);
        Files.copy(Repository.find().root().resolve(".ci/lanes"), root.resolve(".ci/lanes"), REPLACE_EXISTING);
    }

    @AfterEach
    void nothingOfOursIsLeft() throws IOException {
        assertThat(workshop.survivors()).isEmpty();
    }

    /** Samples without a build for Maven are tried by the functional tests of the Gradle plugin. */
    @Test
    void everyModuleAndEverySampleIsTestedOnce() throws Exception {
        Repository repository = Repository.find();
        Stream<String> modules = MODULE.matcher(repository.text("pom.xml"))
                .results()
                .map(found -> found.group(1))
                .filter(module -> Files.isDirectory(repository.root().resolve(module + "/src/test")));
        List<String> samples;
        try (Stream<Path> folders = Files.list(repository.root().resolve("samples"))) {
            samples = folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .map(folder -> repository.root().relativize(folder).toString())
                    .toList();
        }

        Ran ran = workshop.run("test");

        assertThat(tested(ran))
                .containsExactlyInAnyOrderElementsOf(Stream.of(modules, samples.stream(), Stream.of("junit6"))
                        .flatMap(names -> names)
                        .toList());
        assertThat(ran.code()).isZero();
    }

    @Test
    void everythingIsBuiltBeforeTheFirstTest() throws Exception {
        List<String> calls = workshop.run("test").calls("mvn");

        assertThat(calls.get(0)).isEqualTo("mvn -B -ntp -T 1C install -DskipTests");
        assertThat(calls).filteredOn(call -> call.contains(" install ")).hasSize(1);
    }

    @Test
    void theQuickTestsNeedNoRuntimeAndInstallNone() throws Exception {
        workshop.lack("runsc", "bwrap");

        Ran ran = workshop.run("test", "--quick");

        assertThat(ran.stderr()).isEmpty();
        assertThat(ran.calls("dockerd")).isEmpty();
        assertThat(tested(ran))
                .contains("sandbox-providers/api", "sandbox-junit-extension", "subprocess")
                .doesNotContain("sandbox-providers/docker", "sandbox-providers/oci", "conformance-kit/mutants");
        assertThat(ran.code()).isZero();
    }

    @Test
    void ofAModuleThatFailsAllIsShownAndTheOthersAreTestedAllTheSame() throws Exception {
        workshop.program("mvn", "case $* in *providers/oci*) echo what went wrong; exit 1 ;; esac");

        Ran ran = workshop.run("test");

        assertThat(ran.stdout())
                .contains(
                        "what went wrong\n",
                        "sandbox-providers/oci: failed after ",
                        "sandbox-providers/guest: passed in ");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void whatFailedIsNamedAtTheEndWhereItIsFound() throws Exception {
        workshop.program("mvn", """
                mkdir -p target/surefire-reports
                cat >target/surefire-reports/TEST-a.xml <<'END'
                <testsuite tests="5" errors="1" skipped="1" failures="1">
                  <testcase name="works" classname="a.First" time="0.1"/>
                  <testcase name="breaks" classname="a.First"
                    time="0.1">
                    <failure message="expected &gt; 1" type="x"><![CDATA[at a.First.breaks]]></failure>
                  </testcase>
                  <testcase name="skips" classname="a.Second"><skipped/></testcase>
                  <testcase name="throws(int)[1]" classname="a.Second"><error type="y"/></testcase>
                  <testcase name="talks" classname="a.Second"><system-out>a line
                    about an error </system-out></testcase>
                </testsuite>
                END""");

        Ran ran = workshop.run("test");

        assertThat(ran.stdout())
                .endsWith("failed: a.First.breaks\nfailed: a.Second.throws(int)[1]\n2 passed, 2 failed, 1 skipped\n");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void aBuildThatFailsIsNotTested() throws Exception {
        workshop.program("mvn", "exit 1");

        Ran ran = workshop.run("test");

        assertThat(ran.calls("mvn")).hasSize(1);
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void aSignalEndsTheTestsOfAllLanes() throws Exception {
        Files.writeString(
                root.resolve(".ci/lanes"), "all_tests() { printf '%s\\n' one two three four; }\nLANES=2\n", APPEND);
        workshop.program("mvn", """
                case $* in
                    *install* | *one*) exit 0 ;;
                esac
                echo $$ >>"$WORK/pids"
                trap 'exit 1' TERM
                mkdir -p "$WORK/begun/$$"
                if [ "$(find "$WORK/begun" -mindepth 1 | grep -c .)" -eq 2 ]; then echo all >"$WORK/all"; fi
                while sleep 0.1; do :; done""");
        new ProcessBuilder("mkfifo", root.resolve("all").toString()).start().waitFor();

        Process script = workshop.start(Map.of("DOCKER_HOST", "tcp://engine:2375"), "test");
        try (BufferedReader all = Files.newBufferedReader(root.resolve("all"))) {
            assertThat(all.readLine()).isEqualTo("all");
        }
        workshop.signal(script, "TERM");

        assertThat(workshop.end(script).code()).isEqualTo(143);
        assertThat(workshop.text("pids").lines()).hasSize(2);
    }

    private static List<String> tested(Ran ran) {
        return Pattern.compile("(.+): passed in [0-9]+ s\n")
                .matcher(ran.stdout())
                .results()
                .map((MatchResult line) -> line.group(1))
                .toList();
    }
}
