package dev.sandboxed.assertions;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.assertions.internal.message.Scene;
import org.jspecify.annotations.Nullable;

/** Assertions on a snapshot. Each fails with all that is known about it. */
public class SnapshotAssert extends SceneAssert<SnapshotAssert, Snapshot> {

    /** For soft assertions, which need it to be public; use {@link SandboxAssertions#assertThat(Snapshot)}. */
    public SnapshotAssert(@Nullable Snapshot actual) {
        super(actual, SnapshotAssert.class);
    }

    /**
     * Check that it has a tag, among others.
     * <pre>{@code
     * Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL.tagged("green"));
     * assertThat(snapshot).isTagged("green"); // passes
     * assertThat(snapshot).isTagged("red");   // fails
     * }</pre>
     */
    public SnapshotAssert isTagged(String tag) {
        isNotNull();
        return check(actual.tags().contains(tag), () -> "Expecting the tag '" + tag + "', but it is not there.");
    }

    /**
     * Check that it does not have a tag.
     * <pre>{@code
     * Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL.tagged("green"));
     * assertThat(snapshot).isNotTagged("red");   // passes
     * assertThat(snapshot).isNotTagged("green"); // fails
     * }</pre>
     */
    public SnapshotAssert isNotTagged(String tag) {
        isNotNull();
        return check(!actual.tags().contains(tag), () -> "Expecting no tag '" + tag + "', but it is there.");
    }

    /**
     * Checks how many regular files are in it.
     * <pre>{@code
     * sandbox.files().write("only.txt", "one");
     * Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL.including("workspace/**"));
     * assertThat(snapshot).hasFileCount(1); // passes
     * assertThat(snapshot).hasFileCount(2); // fails
     * }</pre>
     */
    public SnapshotAssert hasFileCount(long files) {
        isNotNull();
        return check(
                actual.fileCount() == files,
                () -> "Expecting a file count of " + files + ", but it is " + actual.fileCount() + ".");
    }

    /**
     * Check which provider made it.
     * <pre>{@code
     * assertThat(sandbox.snapshot(SnapshotOptions.ALL)).comesFrom("docker"); // passes if the sandbox runs on docker
     * assertThat(sandbox.snapshot(SnapshotOptions.ALL)).comesFrom("gvisor"); // fails then
     * }</pre>
     */
    public SnapshotAssert comesFrom(String provider) {
        isNotNull();
        String real = actual.origin().provider();
        return check(real.equals(provider), () -> "Expecting the provider " + provider + ", but it is " + real + ".");
    }

    /**
     * Check which sandbox it was made of, by its id.
     * <pre>{@code
     * assertThat(sandbox.snapshot(SnapshotOptions.ALL)).comesFromSandbox(sandbox.id()); // passes
     * assertThat(sandbox.snapshot(SnapshotOptions.ALL)).comesFromSandbox(other.id());   // fails
     * }</pre>
     */
    public SnapshotAssert comesFromSandbox(String id) {
        isNotNull();
        String real = actual.origin().sandbox();
        return check(real.equals(id), () -> "Expecting the sandbox " + id + ", but it is " + real + ".");
    }

    /**
     * Check that it takes more than this.
     * <pre>{@code
     * assertThat(snapshot).isLargerThan(DataSize.ofBytes(0));     // passes
     * assertThat(snapshot).isLargerThan(DataSize.ofGibibytes(1)); // fails for a small one
     * }</pre>
     */
    public SnapshotAssert isLargerThan(DataSize size) {
        return compares("more than", size, compare(size) > 0);
    }

    /**
     * Check that it takes less than this.
     * <pre>{@code
     * assertThat(snapshot).isSmallerThan(DataSize.ofGibibytes(1)); // passes for a small one
     * assertThat(snapshot).isSmallerThan(DataSize.ofBytes(0));     // fails
     * }</pre>
     */
    public SnapshotAssert isSmallerThan(DataSize size) {
        return compares("less than", size, compare(size) < 0);
    }

    /**
     * Check that it takes this much or more.
     * <pre>{@code
     * assertThat(snapshot).hasSizeAtLeast(DataSize.ofBytes(0));     // passes
     * assertThat(snapshot).hasSizeAtLeast(DataSize.ofGibibytes(1)); // fails for a small one
     * }</pre>
     */
    public SnapshotAssert hasSizeAtLeast(DataSize size) {
        return compares("at least", size, compare(size) >= 0);
    }

    /**
     * Check that it takes this much or less.
     * <pre>{@code
     * assertThat(snapshot).hasSizeAtMost(DataSize.ofGibibytes(1)); // passes for a small one
     * assertThat(snapshot).hasSizeAtMost(DataSize.ofBytes(0));     // fails if there is a file in it
     * }</pre>
     */
    public SnapshotAssert hasSizeAtMost(DataSize size) {
        return compares("at most", size, compare(size) <= 0);
    }

    @Override
    Scene scene() {
        return Scene.of(actual);
    }

    private int compare(DataSize size) {
        isNotNull();
        return actual.size().compareTo(size);
    }

    private SnapshotAssert compares(String bound, DataSize size, boolean holds) {
        return check(
                holds,
                () -> "Expecting " + bound + " " + size.bytes() + " bytes, but there are "
                        + actual.size().bytes() + ".");
    }
}
