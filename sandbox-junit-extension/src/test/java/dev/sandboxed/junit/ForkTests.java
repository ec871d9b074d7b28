package dev.sandboxed.junit;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class ForkTests {

    @TempDir
    Path state;

    @Test
    void copiesBeginWithTheFilesOfTheMomentAndGoTheirOwnWays() {
        Suite suite = new Suite(state);
        EngineExecutionResults results = suite.run(Forking.class);
        assertThat(Suite.failures(results)).isEmpty();
        assertThat(Suite.succeeded(results)).isEqualTo(2);
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
        assertThat(suite.snapshots()).isEmpty();
    }

    @Test
    void aTestThatFailsLeavesNoCopy() {
        Suite suite = new Suite(state);
        EngineExecutionResults results = suite.run(FailsWithCopies.class);
        assertThat(Suite.failures(results)).singleElement().asString().contains("on purpose");
        assertThat(suite.leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @Test
    void fewerThanOneAndProvidersWithoutSnapshotsAreRefused() {
        try (MockSandboxProvider provider = MockSandboxProvider.builder()
                        .without(Capability.SNAPSHOT)
                        .build();
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThatExceptionOfType(UnsupportedCapabilityException.class)
                    .isThrownBy(() -> sandbox.fork(1))
                    .withMessageContaining("SNAPSHOT");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> sandbox.fork(0))
                    .withMessageContaining("not 0 times");
        }
    }

    @Sandboxed(provider = "subprocess", seed = @Seed(path = "seeded.txt", text = "seed\n"))
    static class Forking {

        @Test
        void sideBySide(Sandbox sandbox) {
            sandbox.files().write("prepared.txt", "ready\n");
            sandbox.files().write("seeded.txt", "changed\n");
            List<Sandbox> copies = sandbox.fork(3);
            assertThat(copies).hasSize(3).extracting(Sandbox::id).doesNotHaveDuplicates();
            sandbox.files().write("prepared.txt", "later\n");
            copies.get(0).files().write("prepared.txt", "mine\n");
            assertThat(copies.get(0)).hasFile("prepared.txt").withContent("mine\n");
            assertThat(copies.get(1)).hasFile("prepared.txt").withContent("ready\n");
            assertThat(copies.get(2)).hasFile("seeded.txt").withContent("changed\n");
        }

        @Test
        void copiesOfCopies(Sandbox sandbox) {
            sandbox.files().write("a", "1");
            Sandbox copy = sandbox.fork(1).get(0);
            copy.files().write("b", "2");
            assertThat(copy.fork(2))
                    .allSatisfy(one -> assertThat(one).hasFile("a").and().hasFile("b"));
        }
    }

    @Sandboxed(provider = "subprocess")
    static class FailsWithCopies {
        @Test
        void fails(Sandbox sandbox) {
            assertThat(sandbox.fork(2)).hasSize(2);
            throw new IllegalStateException("on purpose");
        }
    }
}
