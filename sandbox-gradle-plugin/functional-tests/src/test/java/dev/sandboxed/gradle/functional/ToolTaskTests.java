package dev.sandboxed.gradle.functional;

import static dev.sandboxed.gradle.functional.OutcomeAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** In builds that have no tests and no Java at all. */
@ExtendWith(Builds.class)
class ToolTaskTests {

    private static final String ALONE = "plugins { id 'dev.sandboxed' version '%1$s' }";

    @Test
    void theDoctorPrintsATableAndWritesTheSameForPrograms(Build build) throws Exception {
        build.script(ALONE);

        assertThat(build.run("sandboxDoctor", "--configuration-cache"))
                .succeeded()
                .printed("PROVIDER     STATUS       ISOLATION")
                .printed("subprocess   available    process");
        assertThat(new ObjectMapper()
                        .readTree(build.text("build/reports/sandboxed/doctor.json"))
                        .at("/providers")
                        .findValuesAsText("name"))
                .contains("gvisor", "runc", "docker", "bubblewrap", "subprocess");
        assertThat(build.run("sandboxDoctor", "--configuration-cache"))
                .succeeded()
                .printed("1 actionable task: 1 executed\n")
                .printed("Configuration cache entry reused.");
    }

    @Test
    void whatIsLeftBehindIsSwept(Build build) {
        build.script(ALONE, "sandboxed { settings.put('sandbox.stateDir', file('state').path) }");

        assertThat(build.run("sandboxReap")).succeeded().printed("subprocess: removed 0\n");
    }

    @Test
    void aWrongValueIsRefusedByToolsToo(Build build) {
        build.script(ALONE, "sandboxed { keep = 'sometimes' }");

        assertThat(build.run("sandboxReap"))
                .failedBecause("sandboxed.keep is 'sometimes', but must be one of never, on-failure, always: "
                        + "correct it in sandboxed { } or in -Psandbox.keep");
    }
}
