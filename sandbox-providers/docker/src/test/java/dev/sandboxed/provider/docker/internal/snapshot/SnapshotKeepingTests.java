package dev.sandboxed.provider.docker.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.provider.docker.internal.NeedsDocker;
import dev.sandboxed.provider.docker.internal.container.Container;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finding, refusing and deleting snapshots. */
@NeedsDocker
class SnapshotKeepingTests {

    private final String tag = UUID.randomUUID().toString();

    @TempDir
    Path folder;

    private SnapshotBench bench;
    private SnapshotImages snapshots;

    @BeforeEach
    void begin() {
        bench = new SnapshotBench(folder);
        snapshots = bench.snapshots();
    }

    @AfterEach
    void end() {
        bench.close();
    }

    private List<Snapshot> listed() {
        return snapshots.list(SnapshotFilter.tagged(tag));
    }

    private void assertRejected(Snapshot snapshot, String why) {
        assertThatThrownBy(() -> snapshots.verify(snapshot))
                .isInstanceOf(SnapshotRejectedException.class)
                .hasMessageContaining(snapshot.id())
                .hasMessageContaining(why);
    }

    @Test
    void aListHasTheVerySnapshotsThatWereTakenOldestFirst() {
        Container origin = bench.start();
        Snapshot whole = bench.save(origin, SnapshotOptions.ALL.tagged(tag, "two \"words\""));
        Snapshot some = bench.save(origin, SnapshotOptions.ALL.tagged(tag).excluding("nothing"));

        assertThat(listed()).containsExactly(whole, some);
        assertThat(whole.tags()).isEqualTo(Set.of(tag, "two \"words\""));
        assertThat(whole.origin().provider()).isEqualTo("docker");
        assertThat(whole.origin().sandbox()).isEqualTo(SnapshotBench.SANDBOX);
        assertThat(snapshots.list(SnapshotFilter.ANY)).contains(whole, some);
        assertThat(snapshots.list(SnapshotFilter.tagged(tag, "two \"words\""))).containsExactly(whole);
        assertThat(snapshots.list(SnapshotFilter.tagged(tag).createdSince(some.created())))
                .containsExactly(some);
        assertThat(snapshots.list(SnapshotFilter.tagged(tag).ofSandbox("another")))
                .isEmpty();
    }

    @Test
    void oneThatIsNotWhatItClaimsIsRefused() {
        Snapshot good = bench.save(bench.start(), SnapshotOptions.ALL);
        Snapshot.Origin from = good.origin();

        assertThat(snapshots.verify(good)).isEqualTo(good.checksum());
        assertRejected(with(good, good.id(), from, good.checksum() + "0"), "checksum");
        assertRejected(with(good, "never-was", from, good.checksum()), "no image");
        assertRejected(with(good, "never: a name@", from, good.checksum()), "no image");
        assertRejected(
                with(good, good.id(), new Snapshot.Origin("another", "1", "s"), good.checksum()), "provider 'another'");
        assertRejected(
                with(good, good.id(), new Snapshot.Origin("docker", "0", "s"), good.checksum()), "only format 1");
    }

    private static Snapshot with(Snapshot good, String id, Snapshot.Origin origin, String checksum) {
        return new Snapshot(id, origin, good.created(), good.tags(), good.size(), good.fileCount(), checksum, false);
    }

    @Test
    void anotherImageUnderItsNameIsRefused() {
        Snapshot snapshot = bench.save(bench.start(), SnapshotOptions.ALL.tagged(tag));
        snapshots.delete(snapshot);
        bench.engine()
                .client()
                .tagImageCmd(bench.image(), "sandboxed/snapshot", snapshot.id())
                .exec();

        assertRejected(snapshot, "checksum");
        assertThat(listed()).isEmpty();
    }

    @Test
    void aDeletedOneIsGoneAndMayBeDeletedAgain() {
        Container origin = bench.start();
        Snapshot kept = bench.save(origin, SnapshotOptions.ALL.tagged(tag));
        Snapshot deleted = bench.save(origin, SnapshotOptions.ALL.tagged(tag));

        snapshots.delete(deleted);
        snapshots.delete(deleted);
        snapshots.delete(with(deleted, "never: a name@", deleted.origin(), ""));

        assertThat(listed()).containsExactly(kept);
        assertRejected(deleted, "no image");
        assertThat(imageIds()).contains(kept.checksum()).doesNotContain(deleted.checksum());
    }

    @Test
    void whatIsInUseIsDeletedAllTheSameAndItsRemainsWhenTheyAreNot() {
        Snapshot snapshot =
                bench.save(bench.start(), SnapshotOptions.ALL.tagged(tag).excluding("nothing"));
        Container restored = bench.restore(snapshot);

        snapshots.delete(snapshot);
        snapshots.tidy(Instant.now().plusSeconds(5));

        assertThat(listed()).isEmpty();
        assertRejected(snapshot, "no image");
        assertThat(bench.says(restored, "cat /etc/passwd")).contains("root");
        assertThat(imageIds()).contains(snapshot.checksum());

        restored.remove();
        snapshots.tidy(Instant.now().plusSeconds(5));
        assertThat(imageIds()).doesNotContain(snapshot.checksum());
    }

    @Test
    void whatWasJustMadeIsNotTidiedAway() {
        Snapshot snapshot = bench.save(bench.start(), SnapshotOptions.ALL);
        Container restored = bench.restore(snapshot);
        snapshots.delete(snapshot);
        restored.remove();

        snapshots.tidy();
        assertThat(imageIds()).contains(snapshot.checksum());

        snapshots.tidy(Instant.now().plusSeconds(5));
        assertThat(imageIds()).doesNotContain(snapshot.checksum());
    }

    private List<String> imageIds() {
        return bench.engine().client().listImagesCmd().withShowAll(true).exec().stream()
                .map(com.github.dockerjava.api.model.Image::getId)
                .toList();
    }
}
