package dev.sandboxed.gradle.functional;

import static dev.sandboxed.gradle.functional.OutcomeAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.core.internal.config.ConfigKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples for build servers cannot be run here: their form is looked at, and their calls of Gradle are tried without doing anything. */
@ExtendWith(Builds.class)
class CiSampleTests {

    private static final String FAILS = "-Psandbox.onUnavailable=fail";

    /** Prints what the JVMs of tests would be given. */
    private static final String SHOW = """
            gradle.taskGraph.whenReady {
                tasks.test.jvmArgumentProviders.each { println 'given ' + it.asArguments().join(' ') + ' ' }
            }
            """;

    static Stream<CiFile> all() {
        return CiFile.in("");
    }

    static Stream<CiFile> github() {
        return CiFile.in("github/");
    }

    static Stream<Map.Entry<String, Object>> gitlabJobs() {
        CiFile file = CiFile.in("gitlab/").findFirst().orElseThrow();
        return file.content().entrySet().stream().filter(job -> !job.getKey().startsWith("."));
    }

    @Test
    void thereIsOneForEachKindOfRunner() {
        assertThat(all().map(CiFile::path))
                .containsExactly(
                        "github/with-docker.yml",
                        "github/with-kvm.yml",
                        "github/without-docker.yml",
                        "gitlab/.gitlab-ci.yml");
        assertThat(gitlabJobs())
                .extracting(Map.Entry::getKey)
                .containsExactly("with-docker", "without-docker", "with-kvm");
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyCallOfGradleNamesTasksOptionsAndSettingsThatExist(CiFile file, Build build) {
        Sample.of("gradle-groovy").copyTo(build);
        build.file("build.gradle", build.text("build.gradle") + SHOW);

        assertThat(file.builds()).hasSizeGreaterThanOrEqualTo(2).allSatisfy(arguments -> {
            List<String> tried = new ArrayList<>(arguments);
            tried.add("--dry-run");
            OutcomeAssert outcome =
                    assertThat(build.run(tried.toArray(String[]::new))).succeeded();
            // An unknown Gradle property is no error for Gradle: it has to arrive.
            arguments.stream()
                    .filter(argument -> argument.startsWith("-P"))
                    .forEach(argument -> outcome.printed(" -D" + argument.substring(2) + " "));
        });
    }

    @ParameterizedTest
    @MethodSource("all")
    void noTestIsSkippedForWantOfAProviderAndEachHasAFloor(CiFile file) {
        assertThat(file.builds())
                .filteredOn(arguments -> arguments.contains("test"))
                .isNotEmpty()
                .allSatisfy(arguments -> assertThat(arguments)
                        .contains(FAILS)
                        .anyMatch(argument -> argument.startsWith("-Psandbox.isolation=")));
    }

    @ParameterizedTest
    @MethodSource("github")
    void aWorkflowOfGitHubHasWhatItNeeds(CiFile file) {
        assertThat(file.content()).containsOnlyKeys("name", "on", "permissions", "jobs");
        assertThat(file.map("permissions")).isEqualTo(Map.of("contents", "read"));
        assertThat(file.map("jobs").values()).isNotEmpty().allSatisfy(job -> {
            assertThat(CiFile.map(job)).containsOnlyKeys("runs-on", "timeout-minutes", "steps");
            List<Map<String, Object>> steps = CiFile.maps(CiFile.map(job).get("steps"));
            assertThat(steps).allSatisfy(CiSampleTests::isStep);
            assertThat(settingsOf(steps, "actions/cache")).containsEntry("path", "~/.cache/sandboxed");
            assertThat(settingsOf(steps, "actions/upload-artifact")).containsKeys("name", "path");
            assertThat(steps.get(steps.size() - 1))
                    .containsEntry("if", "always()")
                    .extractingByKey("with")
                    .asString()
                    .contains("build/reports/\n", "build/test-results/\n");
        });
    }

    @ParameterizedTest
    @MethodSource("gitlabJobs")
    void aJobOfGitLabHasWhatItNeeds(Map.Entry<String, Object> job) {
        assertThat(CiFile.map(job.getValue()))
                .containsEntry("extends", ".sandboxed")
                .containsKey("script");
        Map<String, Object> shared =
                CiFile.in("gitlab/").findFirst().orElseThrow().map(".sandboxed");
        assertThat(shared).containsKeys("image", "timeout", "before_script");
        assertThat(CiFile.map(shared.get("cache")))
                .extractingByKey("paths")
                .asString()
                .contains(".cache/sandboxed/");
        assertThat(CiFile.map(shared.get("artifacts")))
                .containsEntry("when", "always")
                .extractingByKey("paths")
                .asString()
                .contains("build/reports/");
        assertThat(CiFile.map(shared.get("variables")).keySet())
                .filteredOn(name -> name.startsWith("SANDBOX_"))
                .isNotEmpty()
                .isSubsetOf(Arrays.stream(ConfigKey.values())
                        .map(key -> "SANDBOX_" + key.name())
                        .toList());
    }

    private static void isStep(Map<String, Object> step) {
        assertThat(step.keySet()).isSubsetOf("name", "if", "uses", "with", "run");
        assertThat(step.containsKey("uses"))
                .as("%s has either run or uses", step)
                .isNotEqualTo(step.containsKey("run"));
        assertThat(String.valueOf(step.getOrDefault("uses", "actions/none@v1")))
                .as("an action with its major version")
                .matches("[\\w-]+/[\\w-]+@v\\d+");
    }

    private static Map<String, Object> settingsOf(List<Map<String, Object>> steps, String action) {
        return steps.stream()
                .filter(step -> String.valueOf(step.get("uses")).startsWith(action + "@"))
                .map(step -> CiFile.map(step.get("with")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No step uses " + action));
    }
}
