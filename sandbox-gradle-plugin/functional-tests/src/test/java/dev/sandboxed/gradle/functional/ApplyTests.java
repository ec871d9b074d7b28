package dev.sandboxed.gradle.functional;

import static dev.sandboxed.gradle.functional.OutcomeAssert.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Builds.class)
class ApplyTests {

    private static final String ALONE = "plugins { id 'dev.sandboxed' version '%1$s' }";

    @Test
    void theTasksAreListedWithWhatTheyDo(Build build) {
        build.script(ALONE, "sandboxed { runtimes { gvisor { } } }");

        assertThat(build.run("tasks", "--group", "sandboxed")).succeeded().printed("""
                sandboxConformance - Examines providers against the contract and writes certificate, report and badge of each.
                sandboxDoctor - Examines every provider on this host: does it work, what does it offer, what is missing.
                sandboxProvision - Gets what the runtimes of this build need of this host; without any, what little others need.
                sandboxProvisionGvisor - Gets what gvisor needs of this host.
                sandboxReap - Removes the sandboxes of processes that are gone, and nothing else.
                """);
    }

    @Test
    void optionsAreExplained(Build build) {
        build.script(ALONE);

        assertThat(build.run("help", "--task", "sandboxConformance"))
                .succeeded()
                .printed("--provider     The provider to examine, of this build or of Sandboxed; may be repeated.")
                .printed("--clauses     Only these, as in EXEC-*,FILE-3; certifies nothing.");
    }

    @Test
    void whoDoesNotUseItPaysNothing(Build build) {
        build.script(Build.JAVA, """
                tasks.configureEach {
                    if (it.name.startsWith('sandbox')) { throw new GradleException('made: ' + it) }
                }
                configurations.configureEach {
                    incoming.beforeResolve { throw new GradleException('resolved: ' + it.name) }
                }
                """);

        assertThat(build.run("classes")).succeeded();
    }

    @Test
    void aBuildInKotlinReadsTheSame(Build build) throws Exception {
        Assumptions.assumeTrue(
                build.knowsKotlin(), "the engine from a repository has no Kotlin; set GRADLE_HOME to try this");
        java.nio.file.Files.deleteIfExists(build.folder().resolve("build.gradle"));
        build.file("build.gradle.kts", build.filled("""
                plugins {
                    java
                    id("dev.sandboxed") version "%1$s"
                }
                sandboxed {
                    provider = "subprocess"
                    isolation.set("process")
                    liveSandboxes = 4
                    settings.put("sandbox.timeout", "5s")
                    runtimes {
                        register("gvisor") { mirrors.put("runsc", "http://127.0.0.1:1/") }
                    }
                }
                dependencies {
                    testImplementation("org.junit.jupiter:junit-jupiter:%2$s")
                    testRuntimeOnly("org.junit.platform:junit-platform-launcher:%3$s")
                }
                tasks.test { useJUnitPlatform() }
                tasks.sandboxConformance { providers.add("subprocess") }
                """));
        build.test("org.junit.jupiter.api.Assertions.assertEquals(\"5s\", System.getProperty(\"sandbox.timeout\"));");

        assertThat(build.run("test", "sandboxProvisionGvisor", "--dry-run")).succeeded();
        assertThat(build.run("test")).succeeded();
    }
}
