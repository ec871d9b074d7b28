package dev.sandboxed.gradle.functional;

import static dev.sandboxed.gradle.functional.OutcomeAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.gradle.functional.engine.Gradle.Outcome;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two projects that are isolated from each other, and therefore run beside each other. */
@ExtendWith(Builds.class)
class ManyProjectsTests {

    private static final Pattern RAN = Pattern.compile("ran from (\\d+) to (\\d+)");

    private static final String TAKES_A_WHILE = """
            long begun = System.currentTimeMillis();
                    sandbox.shell("sleep 2");
                    System.out.println("ran from " + begun + " to " + System.currentTimeMillis());""";

    @Test
    void noMoreTasksThanAllowedUseSandboxesAtOnce(Build build) {
        prepare(build, "sandboxed { provider = 'subprocess' }");

        List<MatchResult> runs = runs(build.run(
                "test", "-Dorg.gradle.unsafe.isolated-projects=true", "--max-workers=4", "-Psandbox.parallelTasks=1"));

        assertThat(end(runs.get(0))).isLessThanOrEqualTo(begin(runs.get(1)));
    }

    @Test
    void tasksRunBesideEachOtherWhereThatIsAllowed(Build build) {
        prepare(build, "sandboxed { provider = 'subprocess' }");

        List<MatchResult> runs =
                runs(build.run("test", "-Dorg.gradle.unsafe.isolated-projects=true", "--max-workers=4"));

        assertThat(end(runs.get(0))).isGreaterThan(begin(runs.get(1)));
    }

    private static void prepare(Build build, String settings) {
        build.file("settings.gradle", build.text("settings.gradle") + "include 'one', 'other'\n")
                .test(TAKES_A_WHILE);
        for (String project : List.of("one", "other")) {
            build.file(project + "/build.gradle", build.filled(Build.JAVA + settings));
            build.file(project + "/src/test/java/TriedTests.java", build.text("src/test/java/TriedTests.java"));
        }
    }

    /** Returns when tests ran, the first first. */
    private static List<MatchResult> runs(Outcome outcome) {
        assertThat(outcome).succeeded();
        List<MatchResult> runs = RAN.matcher(outcome.output())
                .results()
                .sorted((one, other) -> Long.compare(begin(one), begin(other)))
                .toList();
        assertThat(runs).hasSize(2);
        return runs;
    }

    private static long begin(MatchResult run) {
        return Long.parseLong(run.group(1));
    }

    private static long end(MatchResult run) {
        return Long.parseLong(run.group(2));
    }
}
