package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SnapshotAssertTests {

    private static final String STORY = "\nSnapshot snap-1 of sandbox box-1 by provider docker 29: 3 files, 2048 bytes,"
            + " tags [green, nightly], created 2026-01-02T03:04:05Z";

    private final Snapshot snapshot = new Snapshot(
            "snap-1",
            new Snapshot.Origin("docker", "29", "box-1"),
            Instant.parse("2026-01-02T03:04:05Z"),
            Set.of("nightly", "green"),
            DataSize.ofKibibytes(2),
            3,
            "sha256:00",
            false);

    @Test
    void isTaggedPassesForOneOfItsTags() {
        assertThat(snapshot).isTagged("green").isTagged("nightly");
    }

    @Test
    void isTaggedFailsForAnotherTag() {
        assertThat(Failing.message(() -> assertThat(snapshot).isTagged("red")))
                .isEqualTo("Expecting the tag 'red', but it is not there." + STORY);
    }

    @Test
    void isNotTaggedPassesForAnotherTag() {
        assertThat(snapshot).isNotTagged("red");
    }

    @Test
    void isNotTaggedFailsForOneOfItsTags() {
        assertThat(Failing.message(() -> assertThat(snapshot).isNotTagged("green")))
                .isEqualTo("Expecting no tag 'green', but it is there." + STORY);
    }

    @Test
    void hasFileCountPassesForThatMany() {
        assertThat(snapshot).hasFileCount(3);
    }

    @Test
    void hasFileCountFailsForAnotherCount() {
        assertThat(Failing.message(() -> assertThat(snapshot).hasFileCount(2)))
                .isEqualTo("Expecting a file count of 2, but it is 3." + STORY);
    }

    @Test
    void comesFromPassesForItsProvider() {
        assertThat(snapshot).comesFrom("docker");
    }

    @Test
    void comesFromFailsForAnotherProvider() {
        assertThat(Failing.message(() -> assertThat(snapshot).comesFrom("gvisor")))
                .isEqualTo("Expecting the provider gvisor, but it is docker." + STORY);
    }

    @Test
    void comesFromSandboxPassesForItsSandbox() {
        assertThat(snapshot).comesFromSandbox("box-1");
    }

    @Test
    void comesFromSandboxFailsForAnotherSandbox() {
        assertThat(Failing.message(() -> assertThat(snapshot).comesFromSandbox("box-2")))
                .isEqualTo("Expecting the sandbox box-2, but it is box-1." + STORY);
    }

    @Test
    void isLargerThanPassesForLess() {
        assertThat(snapshot).isLargerThan(DataSize.ofBytes(2047));
    }

    @Test
    void isLargerThanFailsForTheSameSize() {
        assertThat(Failing.message(() -> assertThat(snapshot).isLargerThan(DataSize.ofBytes(2048))))
                .isEqualTo("Expecting more than 2048 bytes, but there are 2048." + STORY);
    }

    @Test
    void isSmallerThanPassesForMore() {
        assertThat(snapshot).isSmallerThan(DataSize.ofBytes(2049));
    }

    @Test
    void isSmallerThanFailsForTheSameSize() {
        assertThat(Failing.message(() -> assertThat(snapshot).isSmallerThan(DataSize.ofBytes(2048))))
                .isEqualTo("Expecting less than 2048 bytes, but there are 2048." + STORY);
    }

    @Test
    void hasSizeAtLeastPassesForTheSameSize() {
        assertThat(snapshot).hasSizeAtLeast(DataSize.ofBytes(2048));
    }

    @Test
    void hasSizeAtLeastFailsForMore() {
        assertThat(Failing.message(() -> assertThat(snapshot).hasSizeAtLeast(DataSize.ofBytes(2049))))
                .isEqualTo("Expecting at least 2049 bytes, but there are 2048." + STORY);
    }

    @Test
    void hasSizeAtMostPassesForTheSameSize() {
        assertThat(snapshot).hasSizeAtMost(DataSize.ofBytes(2048));
    }

    @Test
    void hasSizeAtMostFailsForLess() {
        assertThat(Failing.message(() -> assertThat(snapshot).hasSizeAtMost(DataSize.ofBytes(2047))))
                .isEqualTo("Expecting at most 2047 bytes, but there are 2048." + STORY);
    }
}
