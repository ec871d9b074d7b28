package dev.sandboxed.gradle.functional;

import static dev.sandboxed.gradle.functional.OutcomeAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.gradle.functional.engine.Gradle.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(Builds.class)
class TestTaskTests {

    private static final String RUNS_ON =
            "System.out.println(\"ran on \" + sandbox.info().runsOn().provider() + \", \" + sandbox.shell(\"echo inside\").stdout());";

    @Test
    void anAnnotatedTestRunsAboveTheFloorOfTheBuild(Build build) {
        build.script(Build.JAVA, "sandboxed { isolation = 'namespace'; prefer = 'speed' }")
                .test("""
                org.junit.jupiter.api.Assertions.assertTrue(
                        sandbox.info().runsOn().isolation().compareTo(dev.sandboxed.api.capability.Isolation.NAMESPACE) >= 0);
                """ + RUNS_ON);

        assertThat(build.run("test"))
                .succeeded()
                .printed("TriedTests > tried(Sandbox) PASSED")
                .printed(", inside\n");
    }

    @Test
    void aGradlePropertyIsASettingUnlessTheBuildSaysOtherwise(Build build) {
        build.script(Build.JAVA).test(RUNS_ON);

        assertThat(build.run("test", "-Psandbox.provider=subprocess"))
                .succeeded()
                .printed("ran on subprocess, inside\n");
    }

    @Test
    void theSecondRunIsUpToDateAndItsConfigurationComesFromTheCache(Build build) {
        build.script(Build.JAVA, "sandboxed { provider = 'subprocess' }").test(RUNS_ON);

        assertThat(build.run("test", "--configuration-cache")).succeeded().printed("Configuration cache entry stored.");
        assertThat(build.run("test", "--configuration-cache"))
                .succeeded()
                .printed("2 actionable tasks: 2 up-to-date\n")
                .printed("Configuration cache entry reused.");
    }

    @Test
    void aChangedFloorRunsTestsAgainAndAChangedReportFolderDoesNot(Build build) {
        String settings = "sandboxed { provider = 'subprocess'; isolation = providers.gradleProperty('floor');"
                + " reportDirectory = layout.projectDirectory.dir(providers.gradleProperty('reports')) }";
        build.script(Build.JAVA, settings).test(RUNS_ON);
        String[] floor = {"-Pfloor=process", "-Pfloor=namespace"};

        assertThat(build.run("test", "--build-cache", floor[0], "-Preports=one"))
                .succeeded();
        assertThat(build.run("test", "--build-cache", floor[0], "-Preports=two"))
                .succeeded()
                .printed("2 actionable tasks: 1 from cache, 1 up-to-date\n");
        assertThat(build.run("test", "--build-cache", floor[1], "-Preports=two"))
                .failed()
                .printed("TriedTests > tried(Sandbox) FAILED")
                .printed("subprocess");
    }

    @Test
    void whatATestAttachesIsAnOutputOfItsTask(Build build) {
        build.script(Build.JAVA, "sandboxed { provider = 'subprocess'; keep = 'always' }")
                .test("sandbox.files().write(\"kept.txt\", \"kept\");");

        assertThat(build.run("test")).succeeded();
        assertThat(build.folder().resolve("build/reports/sandboxed/test/kept"))
                .isDirectoryRecursivelyContaining("glob:**/kept.txt");
    }

    @Test
    void theForksOfATaskWriteOnePageAboutIt(Build build) {
        build.script(Build.JAVA, """
                        sandboxed { provider = 'subprocess' }
                        tasks.test { maxParallelForks = 2; forkEvery = 1 }
                        """).test(RUNS_ON);
        build.file(
                "src/test/java/OtherTests.java",
                build.text("src/test/java/TriedTests.java").replace("TriedTests", "OtherTests"));

        assertThat(build.run("test")).succeeded();
        Path page = build.folder().resolve("build/reports/sandboxed/test/page");
        assertThat(page.resolve("index.html")).content().contains("<title>", "TriedTests", "OtherTests");
        assertThat(page)
                .isDirectoryContaining(file -> file.getFileName().toString().startsWith("run-"));
    }

    @Test
    void sandboxesThatMayLiveAreSharedOutToTasksAndForks(Build build) {
        build.script(Build.JAVA, """
                        sandboxed { provider = 'subprocess'; liveSandboxes = 24 }
                        tasks.test { maxParallelForks = 3 }
                        """)
                .test("System.out.println(\"may have \" + System.getProperty(\"sandbox.poolLive\"));");

        assertThat(build.run("test", "-Psandbox.parallelTasks=2")).succeeded().printed("may have 4\n");
    }

    @Test
    void theForksOfABuildShareOnePool(Build build) {
        build.script(Build.JAVA, """
                        sandboxed { provider = 'subprocess'; sharedPool = true; liveSandboxes = 24 }
                        tasks.test { maxParallelForks = 2; forkEvery = 1 }
                        """).test("""
                System.out.println("may have " + System.getProperty("sandbox.poolLive"));
                        System.out.println("shares " + System.getProperty("sandbox.poolServer") + ".");
                """ + RUNS_ON);
        build.file(
                "src/test/java/OtherTests.java",
                build.text("src/test/java/TriedTests.java").replace("TriedTests", "OtherTests"));

        Outcome outcome = build.run("test", "--info");

        assertThat(outcome)
                .succeeded()
                .printed("ran on subprocess, inside\n")
                .printed("may have 24\n")
                .printed("The pool of the build has ended: ")
                .printed("0 ready, 0 being made, 0 in use");
        List<String> shared = Pattern.compile("shares unix:(\\S+)\\.")
                .matcher(outcome.output())
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
        assertThat(shared).as("one pool for both").hasSize(1);
        assertThat(Path.of(shared.get(0)).getParent()).as("its folder").doesNotExist();
        assertThat(outcome.output()).doesNotContain("are not taken from the pool");
        assertThat(build.run("test", "--info")).succeeded().printed("Skipping task ':test' as it is up-to-date.");
    }

    @Test
    void aPoolThatCannotBeStartedFailsTheTestsWithWhatItSays(Build build) {
        build.script(Build.JAVA, """
                        sandboxed { sharedPool = true; settings.put('sandbox.poolIdle', 'soon') }
                        """).test(RUNS_ON);

        assertThat(build.run("test"))
                .failed()
                .printed("The pool of the build ended before it had begun")
                .printed("sandbox.poolIdle");
    }

    @Test
    void settingsOfRuntimesAndOthersArePassedOn(Build build) {
        build.script(Build.JAVA, """
                        sandboxed {
                            provider = 'subprocess'
                            pool = false
                            settings.put('sandbox.timeout', '7s')
                            runtimes { docker { settings.put('host', 'unix:///nowhere') } }
                        }
                        """).test("""
                        for (String key : new String[] {"sandbox.pool", "sandbox.timeout", "sandbox.docker.host"}) {
                            System.out.println(key + " is " + System.getProperty(key));
                        }
                        """);

        assertThat(build.run("test"))
                .succeeded()
                .printed("sandbox.pool is off\n")
                .printed("sandbox.timeout is 7s\n")
                .printed("sandbox.docker.host is unix:///nowhere\n");
    }

    @Test
    void everySuiteOfTestsHasWhatItNeeds(Build build) {
        build.script(Build.JAVA, """
                sandboxed { provider = 'subprocess' }
                testing { suites { integrationTest(JvmTestSuite) { useJUnitJupiter('%2$s') } } }
                dependencies {
                    integrationTestRuntimeOnly 'org.junit.platform:junit-platform-launcher:%3$s'
                }
                """).test(RUNS_ON);
        build.file(
                "src/integrationTest/java/TriedTests.java",
                build.text("src/test/java/TriedTests.java").replace("ran on", "integrated on"));

        assertThat(build.run("integrationTest")).succeeded().printed("integrated on subprocess, inside\n");
    }

    @Test
    void dependenciesAreNotAddedWhereTheBuildHasItsOwn(Build build) {
        build.script(Build.JAVA, "sandboxed { addDependencies = false }").test(RUNS_ON);

        assertThat(build.run("test")).failed().printed("package dev.sandboxed.api does not exist");
    }

    @Test
    void aValueThatDoesNotExistIsRefusedWithThoseThatDo(Build build) {
        build.script(Build.JAVA, "sandboxed { isolation = 'strong' }").test(RUNS_ON);

        assertThat(build.run("test"))
                .failedBecause(
                        "sandboxed.isolation is 'strong', but must be one of process, filesystem, namespace, "
                                + "container, userspace-kernel, microvm: correct it in sandboxed { } or in -Psandbox.isolation");
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "0", "-1", "9999999999"})
    void aNumberThatIsNoneIsRefused(String number, Build build) {
        build.script(Build.JAVA).test(RUNS_ON);

        assertThat(build.run("test", "-Psandbox.parallelTasks=" + number))
                .failed()
                .printed("The Gradle property sandbox.parallelTasks is '" + number
                        + "', but must be a whole number of 1 or more");
    }

    @Test
    void aProviderThatDoesNotExistFailsTheTestsAndNamesThoseThatDo(Build build) {
        build.script(Build.JAVA, "sandboxed { provider = 'hypervisor' }").test(RUNS_ON);

        assertThat(build.run("test"))
                .failed()
                .printed("TriedTests > tried(Sandbox) FAILED")
                .printed("hypervisor")
                .printed("subprocess");
    }
}
