package dev.sandboxed.folder.rootfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.conformance.archive.HostileArchives;
import dev.sandboxed.conformance.archive.WatchedTree;
import dev.sandboxed.folder.ArchiveStorm;
import dev.sandboxed.folder.store.FolderRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileImageTests {

    private static final int RUNS_AS_OWNER = 06000;

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

    private static void assertNothingRunsAsItsOwner(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                int mode = (Integer) Files.getAttribute(each, "unix:mode", LinkOption.NOFOLLOW_LINKS);
                assertThat(mode & RUNS_AS_OWNER).as("mode of %s", each).isZero();
            }
        }
    }

    private void storm(long first, LongFunction<byte[]> made) {
        ArchiveStorm.over(tree, first, seed -> unpack(made.apply(seed)));
    }

    @Test
    void noTarOfAFixedSeedGetsOut() {
        storm(ArchiveStorm.FIXED, archives::tar);
    }

    @Test
    void noTarOfAFreshSeedGetsOut() {
        storm(new Random().nextInt(), archives::tar);
    }

    @Test
    void noImageOfAFixedSeedGetsOut() {
        storm(ArchiveStorm.FIXED, archives::image);
    }

    @Test
    void noImageOfAFreshSeedGetsOut() {
        storm(new Random().nextInt(), archives::image);
    }
}
