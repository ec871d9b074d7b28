package dev.sandboxed.assertions;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.snapshot.Snapshot;
import org.assertj.core.api.WithAssertions;
import org.jspecify.annotations.Nullable;

/**
 * Brings every {@code assertThat} of this library and of AssertJ to a test class that implements it, with one import.
 *
 * <pre>{@code
 * class SortTests implements WithSandboxAssertions {
 *     @Test
 *     void sorts(Sandbox sandbox) {
 *         assertThat(sandbox.exec("sort", "numbers")).succeeded();
 *         assertThat(sandbox.id()).isNotBlank();
 *     }
 * }
 * }</pre>
 */
public interface WithSandboxAssertions extends WithAssertions {

    /** Asserts on what came of a command. */
    default ExecResultAssert assertThat(@Nullable ExecResult actual) {
        return SandboxAssertions.assertThat(actual);
    }

    /** Asserts on what came of code. */
    default CodeRunAssert assertThat(@Nullable CodeRun actual) {
        return SandboxAssertions.assertThat(actual);
    }

    /** Asserts on a sandbox: its files, its life and what it runs on. */
    default SandboxAssert assertThat(@Nullable Sandbox actual) {
        return SandboxAssertions.assertThat(actual);
    }

    /** Asserts on a snapshot. */
    default SnapshotAssert assertThat(@Nullable Snapshot actual) {
        return SandboxAssertions.assertThat(actual);
    }
}
