package dev.sandboxed.folder.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.conformance.internal.archive.ArchiveStorm;
import dev.sandboxed.conformance.internal.archive.HostileArchives;
import dev.sandboxed.conformance.internal.archive.WatchedTree;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class HostileSnapshotTests {

    @RegisterExtension
    final ArchiveStorm storm = new ArchiveStorm();

    @TempDir
    Path folder;

    private WatchedTree tree;
    private HostileArchives archives;

    @BeforeEach
    void makeATree() {
        tree = WatchedTree.make(folder.resolve("watched"));
        archives = HostileArchives.against(tree.top()).markingTargets("text:", "sandbox:");
    }

    private boolean unpack(long seed) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(zipped)) {
            zip.write(archives.tar(seed));
        }
        Path root = Files.createDirectory(tree.room().resolve("root"));
        try {
            FolderArchive.read(new ByteArrayInputStream(zipped.toByteArray()), new RootedPaths(root, "/"));
            return true;
        } catch (IOException refused) {
            return false;
        } finally {
            assertThat(Files.isSymbolicLink(root)).isFalse();
            FolderRemoval.remove(root);
        }
    }

    @Test
    void noSnapshotOfAFixedSeedGetsOut() {
        storm.fixed(tree, this::unpack);
    }

    @Test
    void noSnapshotOfAFreshSeedGetsOut() {
        storm.fresh(tree, this::unpack);
    }
}
