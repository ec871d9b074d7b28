package dev.sandboxed.junit.all;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.junit.Sandboxed;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** What a user has who adds this one dependency: the class path of these tests is that, and JUnit. */
class OneDependencyTests {

    private static final List<String> ALL = List.of(
            "subprocess",
            "worktree",
            "proot",
            "bubblewrap",
            "runc",
            "gvisor",
            "docker",
            "firecracker",
            "qemu",
            "microvmctl",
            "e2b",
            "http");

    @TempDir
    Path state;

    @Test
    void aSandboxedTestFindsAllProvidersAndRunsOnOneOfThem() {
        SuiteRun run = SuiteRun.of(Newcomer.class, state);

        assertThat(run.getSummary().getTestsSucceededCount())
                .as("%s", run.failures())
                .isEqualTo(1);
        assertThat(run.reported("found").get(0).split(" ")).containsExactlyInAnyOrderElementsOf(ALL);
        assertThat(run.reported("sandbox.provider")).first().isIn(ALL);
    }

    @Test
    void aSandboxedTestThatNoneIsStrongEnoughForIsToldWhyOfEachOfThem() {
        SuiteRun run = SuiteRun.of(Demanding.class, state);

        assertThat(run.getSummary().getTestsFailedCount()).isEqualTo(1);
        assertThat(run.failures())
                .contains(ALL.stream().map(name -> "\n  - " + name + ": ").toList());
    }

    @Sandboxed
    static class Newcomer {
        @Test
        void runsACommand(Sandbox sandbox, TestReporter reporter) {
            assertThat(sandbox.exec("echo", "hello")).succeeded().stdout().isEqualTo("hello\n");
            reporter.publishEntry(
                    "found",
                    ServiceLoader.load(SandboxProviderFactory.class).stream()
                            .map(factory -> factory.get().name())
                            .collect(Collectors.joining(" ")));
        }
    }

    @Sandboxed(isolation = Isolation.MICROVM)
    static class Demanding {
        @Test
        void neverRuns(Sandbox sandbox) {
            assertThat(sandbox.exec("true")).succeeded();
        }
    }
}
