package dev.sandboxed.folder.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.internal.text.HarmlessText;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client of a service says itself which snapshot it means, and may mean harm. */
class SnapshotIdTests {

    @TempDir
    Path folder;

    private Path strange;
    private SnapshotStore store;

    @BeforeEach
    void putAFileBesideTheStore() throws IOException {
        strange = Files.writeString(folder.resolve("package.json"), "{}");
        Files.writeString(folder.resolve("package.tar.gz"), "");
        store = new SnapshotStore(Files.createDirectory(folder.resolve("store")), "folder", "1");
    }

    private static Snapshot called(String id) {
        return new Snapshot(
                id,
                new Snapshot.Origin("folder", "1", "any"),
                Instant.EPOCH,
                Set.of(),
                DataSize.ofBytes(0),
                0,
                "sha256:0",
                false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../package", "", ".", "a/../../package", "snapshot-\0"})
    void whatIsNoIdDeletesAndTellsNothing(String id) {
        for (Snapshot snapshot :
                new Snapshot[] {called(id), called(strange.toString().replace(".json", ""))}) {
            assertThatExceptionOfType(SnapshotRejectedException.class)
                    .isThrownBy(() -> store.delete(snapshot))
                    .withMessageContaining("No snapshot has the id '" + HarmlessText.of(snapshot.id()));
            assertThatExceptionOfType(SnapshotRejectedException.class)
                    .isThrownBy(() -> store.verify(snapshot))
                    .withMessageContaining("No snapshot has the id")
                    .withMessageNotContaining("checksum");
        }
        assertThat(strange).exists();
        assertThat(folder.resolve("package.tar.gz")).exists();
    }

    @Test
    void aPackerThatFailsInAnyWayLeavesNothing() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> store.save("any", SnapshotOptions.ALL, archive -> {
                    Files.writeString(archive, "half");
                    throw new IllegalStateException("the other side refused");
                }));

        assertThat(folder.resolve("store")).isEmptyDirectory();
    }
}
