package dev.sandboxed.provider.docker.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotLabelsTests {

    private static final SnapshotLabels LABELS = new SnapshotLabels(
            "snapshot-1",
            new Snapshot.Origin("docker", "1", "sandbox-1"),
            Instant.parse("2026-01-02T03:04:05.678901Z"),
            Set.of("one", "two, \"words\""),
            new Tally(3, DataSize.ofBytes(2048)));

    @Test
    void whatIsWrittenIsRead() {
        assertThat(SnapshotLabels.read(LABELS.written())).contains(LABELS);
        assertThat(LABELS.ofImage("sha256:1").created()).isEqualTo(LABELS.created());
    }

    @Test
    void labelsOfAContainerAreBlankedAndThoseOfOthersLeftAlone() {
        Map<String, String> inherited =
                Map.of("dev.sandboxed.id", "x", "dev.sandboxed.snapshot.id", "old", "theirs", "y");

        assertThat(LABELS.writtenOver(inherited))
                .containsEntry("dev.sandboxed.id", "")
                .containsEntry(SnapshotLabels.ID, "snapshot-1")
                .doesNotContainKey("theirs");
        assertThat(LABELS.writtenBeside(inherited))
                .containsEntry("theirs", "y")
                .containsEntry(SnapshotLabels.ID, "snapshot-1")
                .doesNotContainKey("dev.sandboxed.id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "version", "provider", "sandbox", "created", "tags", "size", "files"})
    void whatSomebodyElseHasWrittenIsNoSnapshot(String missing) {
        Map<String, String> written = new HashMap<>(LABELS.written());
        written.remove("dev.sandboxed.snapshot." + missing);

        assertThat(SnapshotLabels.read(written)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"created", "tags", "size", "files"})
    void whatCannotBeReadIsNoSnapshot(String damaged) {
        Map<String, String> written = new HashMap<>(LABELS.written());
        written.put("dev.sandboxed.snapshot." + damaged, "?");

        assertThat(SnapshotLabels.read(written)).isEmpty();
    }
}
