package dev.sandboxed.assertions;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.snapshot.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * The entry to all assertions of this library.
 *
 * <p>{@code assertThat} may be imported from here and from AssertJ in the same file; the type of the argument decides.
 *
 * <pre>{@code
 * import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
 * import static org.assertj.core.api.Assertions.assertThat;
 *
 * assertThat(sandbox.exec("sort", "numbers")).succeeded().stdout().isEqualTo("1\n2\n3\n");
 * assertThat(sandbox).hasFile("/workspace/out.txt").withContent("done\n");
 * }</pre>
 */
public final class SandboxAssertions {

    private SandboxAssertions() {}

    /** Asserts on what came of a command. */
    public static ExecResultAssert assertThat(@Nullable ExecResult actual) {
        return new ExecResultAssert(actual);
    }

    /** Asserts on what came of code. */
    public static CodeRunAssert assertThat(@Nullable CodeRun actual) {
        return new CodeRunAssert(actual);
    }

    /** Asserts on a sandbox: its files, its life and what it runs on. */
    public static SandboxAssert assertThat(@Nullable Sandbox actual) {
        return new SandboxAssert(actual);
    }

    /** Asserts on a snapshot. */
    public static SnapshotAssert assertThat(@Nullable Snapshot actual) {
        return new SnapshotAssert(actual);
    }
}
