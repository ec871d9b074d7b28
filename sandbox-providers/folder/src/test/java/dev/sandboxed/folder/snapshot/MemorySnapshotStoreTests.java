package dev.sandboxed.folder.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots that are folders of files. */
class MemorySnapshotStoreTests {

    @TempDir
    Path folder;

    private SnapshotStore store;

    @BeforeEach
    void open() {
        store = new SnapshotStore(folder, "test", "1");
    }

    private Snapshot save() {
        return store.save("box", SnapshotOptions.ALL.withMemory(), place -> {
            Files.createDirectory(place);
            Files.writeString(place.resolve("memory"), "remembered");
            Files.writeString(place.resolve("state"), "as it was");
            return 0;
        });
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> !file.toString().endsWith(".lock")).toList();
        }
    }

    @Test
    void itIsListedWholeAndWithItsSize() throws IOException {
        Snapshot snapshot = save();

        store.verify(snapshot);
        assertThat(store.list(SnapshotFilter.ANY)).containsExactly(snapshot);
        assertThat(snapshot.memory()).isTrue();
        assertThat(snapshot.size().bytes()).isEqualTo("remembered".length() + "as it was".length());
        assertThat(store.archiveOf(snapshot).resolve("memory")).hasContent("remembered");
    }

    @Test
    void oneOfItsFilesThatIsOtherIsNoticed() throws IOException {
        Snapshot snapshot = save();
        Files.writeString(store.archiveOf(snapshot).resolve("memory"), "remembereD");

        assertThatThrownBy(() -> store.verify(snapshot))
                .isInstanceOf(SnapshotRejectedException.class)
                .hasMessageContaining("it is damaged");
    }

    @Test
    void oneOfItsFilesThatIsMissingIsNoticed() throws IOException {
        Snapshot snapshot = save();
        Files.delete(store.archiveOf(snapshot).resolve("state"));

        assertThatThrownBy(() -> store.verify(snapshot)).isInstanceOf(SnapshotRejectedException.class);
    }

    @Test
    void nothingIsLeftWhenItIsDeleted() throws IOException {
        store.delete(save());

        assertThat(left()).isEmpty();
    }

    @Test
    void nothingIsLeftWhenItCouldNotBeSaved() throws IOException {
        assertThatThrownBy(() -> store.save("box", SnapshotOptions.ALL.withMemory(), place -> {
                    Files.createDirectory(place);
                    Files.writeString(place.resolve("memory"), "half");
                    throw new IOException("no room");
                }))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("no room");
        assertThat(left()).isEmpty();
    }

    @Test
    void oneWithoutMetadataIsSwept() throws Exception {
        Snapshot kept = save();
        Files.createDirectory(folder.resolve("unknown.saved"));
        Files.writeString(folder.resolve("unknown.saved").resolve("memory"), "nobody's");

        store.sweep();

        assertThat(left()).hasSize(2);
        store.verify(kept);
    }
}
