package dev.sandboxed.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;

class MockSnapshotsTests {

    private final MockSandboxProvider provider = MockSandboxProvider.builder().build();
    private final Sandbox sandbox = provider.create(SandboxSpec.defaults());

    @Test
    void restoreFilesModesAndLinksOfTheMoment() {
        sandbox.files()
                .write("a.txt", new ByteArrayInputStream(new byte[] {1, 2}), WriteOptions.DEFAULT.withMode(0600));
        sandbox.files().link("l", "a.txt");
        sandbox.files().mkdirs("empty");
        Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        sandbox.files().write("a.txt", "changed later");
        sandbox.files().write("b.txt", "made later");
        sandbox.close();
        Sandbox restored = provider.snapshots().restore(snapshot, SandboxSpec.defaults());

        assertThat(restored.files().readBytes("a.txt")).containsExactly(1, 2);
        assertThat(restored.files().stat("a.txt").mode()).isEqualTo(0600);
        assertThat(restored.files().stat("l").linkTarget()).contains("a.txt");
        assertThat(restored.files().stat("empty").isDirectory()).isTrue();
        assertThat(restored.files().exists("b.txt")).isFalse();
        assertThat(provider.calls()).contains(new Call.Restore(snapshot.id(), SandboxSpec.defaults()));
    }

    @Test
    void areNotChangedByWhatIsRestoredFromThem() {
        sandbox.files().write("a.txt", "first");
        Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        provider.snapshots().restore(snapshot, SandboxSpec.defaults()).files().write("a.txt", "second");

        assertThat(provider.snapshots()
                        .restore(snapshot, SandboxSpec.defaults())
                        .files()
                        .readText("a.txt"))
                .isEqualTo("first");
    }

    @Test
    void tellSizeCountTagsAndChecksum() {
        sandbox.files().write("a.txt", "12345");
        sandbox.files().write("b/c.txt", "678");
        sandbox.files().link("l", "a.txt");
        Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL.tagged("base"));

        assertThat(snapshot.size()).isEqualTo(DataSize.ofBytes(8));
        assertThat(snapshot.fileCount()).isEqualTo(2);
        assertThat(snapshot.tags()).containsExactly("base");
        assertThat(snapshot.origin()).isEqualTo(new Snapshot.Origin("mock", "1", sandbox.id()));
        assertThat(snapshot.checksum()).matches("sha256:[0-9a-f]{64}");
        assertThat(sandbox.snapshot(SnapshotOptions.ALL).checksum()).isEqualTo(snapshot.checksum());
        sandbox.files().write("a.txt", "54321");
        assertThat(sandbox.snapshot(SnapshotOptions.ALL).checksum()).isNotEqualTo(snapshot.checksum());
    }

    @Test
    void takeWhatIsIncludedAndLeaveOutWhatIsExcluded() {
        sandbox.files().write("keep/a.txt", "a");
        sandbox.files().write("keep/cache/b.tmp", "b");
        sandbox.files().write("other/c.txt", "c");
        Snapshot snapshot = sandbox.snapshot(
                SnapshotOptions.ALL.including("workspace/keep/**").excluding("**/cache"));
        Sandbox restored = provider.snapshots().restore(snapshot, SandboxSpec.defaults());

        assertThat(snapshot.fileCount()).isEqualTo(1);
        assertThat(restored.files().walk("/workspace"))
                .extracting(entry -> entry.path())
                .containsExactly("/workspace/keep", "/workspace/keep/a.txt");
    }

    @Test
    void areListedOldestFirstWithFilters() {
        Snapshot first = sandbox.snapshot(SnapshotOptions.ALL.tagged("x"));
        Snapshot second = provider.create(SandboxSpec.defaults()).snapshot(SnapshotOptions.ALL);

        assertThat(provider.snapshots().list(SnapshotFilter.ANY)).containsExactly(first, second);
        assertThat(provider.snapshots().list(SnapshotFilter.tagged("x"))).containsExactly(first);
        assertThat(provider.snapshots().list(SnapshotFilter.ANY.ofSandbox(sandbox.id())))
                .containsExactly(first);
    }

    @Test
    void areRefusedWhenDeletedForeignOrChanged() {
        Snapshot deleted = sandbox.snapshot(SnapshotOptions.ALL);
        Snapshot kept = sandbox.snapshot(SnapshotOptions.ALL);
        provider.snapshots().delete(deleted);
        provider.snapshots().delete(deleted);
        Snapshot foreign = MockSandboxProvider.builder()
                .name("other")
                .build()
                .create(SandboxSpec.defaults())
                .snapshot(SnapshotOptions.ALL);
        Snapshot damaged = new Snapshot(
                kept.id(),
                kept.origin(),
                kept.created(),
                kept.tags(),
                kept.size(),
                kept.fileCount(),
                "sha256:00",
                false);

        assertRejected(deleted, "is missing, or was changed since it was taken");
        assertRejected(foreign, "belongs to provider 'other'");
        assertRejected(damaged, "is missing, or was changed since it was taken");
    }

    private void assertRejected(Snapshot snapshot, String why) {
        assertThatExceptionOfType(SnapshotRejectedException.class)
                .isThrownBy(() -> provider.snapshots().restore(snapshot, SandboxSpec.defaults()))
                .withMessageStartingWith("Snapshot " + snapshot.id() + " " + why);
    }
}
