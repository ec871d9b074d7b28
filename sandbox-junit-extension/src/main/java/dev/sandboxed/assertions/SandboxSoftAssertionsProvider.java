package dev.sandboxed.assertions;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.snapshot.Snapshot;
import org.assertj.core.api.SoftAssertionsProvider;
import org.jspecify.annotations.Nullable;

/**
 * Adds the assertions of this library to soft assertions.
 *
 * <p>Implement it beside the providers of AssertJ and of other libraries to have all of them in one class of soft
 * assertions; {@link SandboxSoftAssertions} does so with AssertJ's.
 *
 * <p>Where something that an assertion leads to is missing, such as the file of {@link SandboxAssert#hasFile}, that is
 * collected as one failure, and the rest of the chain up to {@code and()} says nothing more.
 */
public interface SandboxSoftAssertionsProvider extends SoftAssertionsProvider {

    /** Asserts on what came of a command, and goes on if that fails. */
    default ExecResultAssert assertThat(@Nullable ExecResult actual) {
        return proxy(ExecResultAssert.class, ExecResult.class, actual).collectingIn(this);
    }

    /** Asserts on what came of code, and goes on if that fails. */
    default CodeRunAssert assertThat(@Nullable CodeRun actual) {
        return proxy(CodeRunAssert.class, CodeRun.class, actual).collectingIn(this);
    }

    /** Asserts on a sandbox, and goes on if that fails. */
    default SandboxAssert assertThat(@Nullable Sandbox actual) {
        return proxy(SandboxAssert.class, Sandbox.class, actual).collectingIn(this);
    }

    /** Asserts on a snapshot, and goes on if that fails. */
    default SnapshotAssert assertThat(@Nullable Snapshot actual) {
        return proxy(SnapshotAssert.class, Snapshot.class, actual).collectingIn(this);
    }
}
