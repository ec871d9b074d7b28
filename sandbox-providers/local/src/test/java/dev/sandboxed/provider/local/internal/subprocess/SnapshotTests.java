package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

class SnapshotTests extends WithProvider {

    @Test
    void restoredSandboxHasFilesModesAndLinksOfTheMoment() {
        Snapshot snapshot;
        try (Sandbox sandbox = create()) {
            sandbox.files().write("dir/ü file", "content");
            sandbox.files().chmod("dir/ü file", 0741);
            sandbox.files().mkdirs("empty");
            sandbox.files().chmod("empty", 0500);
            sandbox.files().link("relative", "dir/ü file");
            sandbox.files().link("absolute", "/workspace/dir/ü file");
            sandbox.exec("ln", "-s", "/etc/hostname", "outside");
            snapshot = sandbox.snapshot(SnapshotOptions.ALL.tagged("base"));
            sandbox.files().write("dir/ü file", "changed later");
        }
        assertThat(snapshot.fileCount()).isEqualTo(1);
        assertThat(snapshot.checksum()).startsWith("sha256:").hasSize(7 + 64);
        SandboxSpec spec = SandboxSpec.builder().label("restored", "yes").build();
        try (Sandbox sandbox = provider.snapshots().restore(snapshot, spec)) {
            assertThat(sandbox.files().readText("dir/ü file")).isEqualTo("content");
            assertThat(sandbox.files().stat("dir/ü file").mode()).isEqualTo(0741);
            assertThat(sandbox.files().stat("empty").mode()).isEqualTo(0500);
            assertThat(sandbox.files().readText("relative")).isEqualTo("content");
            assertThat(sandbox.exec("cat", "absolute").stdout()).isEqualTo("content");
            assertThat(sandbox.files().stat("absolute").linkTarget()).contains("/workspace/dir/ü file");
            assertThat(sandbox.files().stat("outside").linkTarget()).contains("/etc/hostname");
            assertThat(sandbox.info().labels()).containsEntry("restored", "yes");
        }
    }

    @Test
    void patternsChooseWhatIsSaved() {
        try (Sandbox sandbox = create()) {
            for (String name : new String[] {"a.py", "a.pyc", "cache/x.py", "deep/b.py"}) {
                sandbox.files().write(name, name);
            }
            Snapshot snapshot =
                    sandbox.snapshot(SnapshotOptions.ALL.including("**/*.py").excluding("workspace/cache/**"));
            assertThat(snapshot.fileCount()).isEqualTo(2);
            try (Sandbox restored = provider.snapshots().restore(snapshot, SandboxSpec.defaults())) {
                assertThat(restored.files().glob("/", "**/*.py*"))
                        .extracting(entry -> entry.path())
                        .containsExactly("/workspace/a.py", "/workspace/deep/b.py");
            }
        }
    }

    @Test
    void snapshotsAreListedByFilterAndDeleted() {
        Snapshots snapshots = provider.snapshots();
        try (Sandbox one = create();
                Sandbox two = create()) {
            Snapshot first = one.snapshot(SnapshotOptions.ALL.tagged("a", "b"));
            Snapshot second = two.snapshot(SnapshotOptions.ALL.tagged("b"));
            assertThat(snapshots.list(SnapshotFilter.ANY)).containsExactly(first, second);
            assertThat(snapshots.list(SnapshotFilter.tagged("a"))).containsExactly(first);
            assertThat(snapshots.list(SnapshotFilter.ANY.ofSandbox(two.id()))).containsExactly(second);
            assertThat(snapshots.list(SnapshotFilter.ANY.createdSince(second.created())))
                    .contains(second);
            snapshots.delete(first);
            snapshots.delete(first);
            assertThat(snapshots.list(SnapshotFilter.ANY)).containsExactly(second);
        }
    }

    @Test
    void damagedForeignAndMissingSnapshotsAreRefusedAndLeaveNothing() throws Exception {
        Snapshot snapshot;
        try (Sandbox sandbox = create()) {
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        Path archive = state.resolve("snapshots").resolve(snapshot.id() + ".tar.gz");
        Files.write(archive, new byte[] {1}, StandardOpenOption.APPEND);
        assertRefused(snapshot, "it is damaged");
        assertRefused(from(snapshot, "docker", "1"), "belongs to provider 'docker'");
        assertRefused(from(snapshot, "subprocess", "99"), "format 99");
        Files.delete(archive);
        assertRefused(snapshot, "does not exist any more");
    }

    private void assertRefused(Snapshot snapshot, String reason) {
        assertThatThrownBy(() -> provider.snapshots().restore(snapshot, SandboxSpec.defaults()))
                .isInstanceOf(SnapshotRejectedException.class)
                .hasMessageContaining(snapshot.id())
                .hasMessageContaining(reason);
        assertThat(leftovers()).isEmpty();
    }

    private static Snapshot from(Snapshot snapshot, String provider, String version) {
        return new Snapshot(
                snapshot.id(),
                new Snapshot.Origin(provider, version, snapshot.origin().sandbox()),
                snapshot.created(),
                snapshot.tags(),
                snapshot.size(),
                snapshot.fileCount(),
                snapshot.checksum(),
                false);
    }
}
