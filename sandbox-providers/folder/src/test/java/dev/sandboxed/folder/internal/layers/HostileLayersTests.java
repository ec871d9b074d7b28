package dev.sandboxed.folder.internal.layers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.conformance.internal.archive.ArchiveStorm;
import dev.sandboxed.conformance.internal.archive.HostileArchives;
import dev.sandboxed.conformance.internal.archive.WatchedTree;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Generated archives in the place of those that our own packing writes: whatever is taken stays in the layers. */
class HostileLayersTests {

    private static final String NOTE = "base";
    private static final String GUARD = "what guards the sandbox";

    @RegisterExtension
    final ArchiveStorm storm = new ArchiveStorm();

    @TempDir
    Path folder;

    private WatchedTree tree;
    private HostileArchives archives;

    @BeforeEach
    void makeATree() {
        tree = WatchedTree.make(folder.resolve("watched"));
        archives = HostileArchives.against(tree.top()).below("root/", "changes/");
    }

    private boolean unpack(long seed) throws IOException {
        Path archive = write(seed);
        Path home = Files.createDirectory(tree.room().resolve("home"));
        Path root = Files.createDirectory(home.resolve("root"));
        Path changes = home.resolve("changes");
        Path guard = Files.writeString(home.resolve("filter"), GUARD);
        try {
            new LayeredArchive(home, List.of(root, changes)).unpack(archive, Set.of(NOTE));
            return true;
        } catch (SnapshotRejectedException refused) {
            assertThat(root).isEmptyDirectory();
            assertThat(changes).doesNotExist();
            return false;
        } catch (IOException unfinished) {
            // The files of these archives are root's, and nobody else can give them to root.
            assertThat(ProcessHandle.current().info().user()).isNotEqualTo(Optional.of("root"));
            return true;
        } finally {
            assertThat(home.toFile().list()).isSubsetOf("root", "changes", "filter");
            assertThat(Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)).isTrue();
            assertThat(Files.isSymbolicLink(changes)).isFalse();
            assertThat(guard).hasContent(GUARD);
            FolderRemoval.remove(home);
        }
    }

    /** Every other one is compressed, since large ones are. */
    private Path write(long seed) throws IOException {
        Path archive = tree.room().resolve("archive");
        try (OutputStream file = Files.newOutputStream(archive);
                OutputStream out = seed % 2 == 0 ? file : new GZIPOutputStream(file)) {
            out.write(archives.tar(seed));
        }
        return archive;
    }

    @Test
    void noLayersOfAFixedSeedGetOut() {
        storm.fixed(tree, this::unpack);
    }

    @Test
    void noLayersOfAFreshSeedGetOut() {
        storm.fresh(tree, this::unpack);
    }
}
