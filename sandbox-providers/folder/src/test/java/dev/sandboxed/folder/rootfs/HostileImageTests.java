package dev.sandboxed.folder.rootfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.conformance.internal.archive.ArchiveStorm;
import dev.sandboxed.conformance.internal.archive.HostileArchives;
import dev.sandboxed.conformance.internal.archive.WatchedTree;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class HostileImageTests {

    private static final int RUNS_AS_OWNER = 06000;

    @RegisterExtension
    final ArchiveStorm storm = new ArchiveStorm();

    @TempDir
    Path folder;

    private WatchedTree tree;
    private HostileArchives archives;
    private Path kept;

    @BeforeEach
    void makeATree() {
        tree = WatchedTree.make(folder.resolve("watched"));
        archives = HostileArchives.against(tree.top());
        kept = tree.room().resolve("cache");
    }

    private boolean unpack(byte[] archive) throws IOException {
        Path file = Files.write(tree.room().resolve("image.tar"), archive);
        try {
            Path root = new RootfsCache(kept, Map.of()).get(file.toString()).root();
            assertThat(root).isDirectory();
            assertThat(Files.isSymbolicLink(root)).isFalse();
            assertNothingRunsAsItsOwner(root);
            return true;
        } catch (SandboxStartException refused) {
            return false;
        } finally {
            try (Stream<Path> all = Files.list(kept)) {
                assertThat(all).noneMatch(each -> each.getFileName().toString().startsWith("draft-"));
            }
            FolderRemoval.remove(kept);
        }
    }

    /** Whoever is not root sees nothing in folders that nobody may read. */
    private static void assertNothingRunsAsItsOwner(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes any) throws IOException {
                return visitFile(each, any);
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes any) throws IOException {
                int mode = (Integer) Files.getAttribute(each, "unix:mode", LinkOption.NOFOLLOW_LINKS);
                assertThat(mode & RUNS_AS_OWNER).as("mode of %s", each).isZero();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path each, IOException denied) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void noTarOfAFixedSeedGetsOut() {
        storm.fixed(tree, seed -> unpack(archives.tar(seed)));
    }

    @Test
    void noTarOfAFreshSeedGetsOut() {
        storm.fresh(tree, seed -> unpack(archives.tar(seed)));
    }

    @Test
    void noImageOfAFixedSeedGetsOut() {
        storm.fixed(tree, seed -> unpack(archives.image(seed)));
    }

    @Test
    void noImageOfAFreshSeedGetsOut() {
        storm.fresh(tree, seed -> unpack(archives.image(seed)));
    }
}
