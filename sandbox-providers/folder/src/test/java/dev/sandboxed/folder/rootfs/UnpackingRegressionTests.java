package dev.sandboxed.folder.rootfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.conformance.internal.archive.WatchedTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways out of an image that there once were. */
class UnpackingRegressionTests {

    @TempDir
    Path folder;

    private WatchedTree tree;
    private Map<String, String> before;
    private RootfsCache cache;

    @BeforeEach
    void makeATree() {
        tree = WatchedTree.make(folder.resolve("watched"));
        before = tree.describe();
        cache = new RootfsCache(tree.room().resolve("cache"), Map.of());
    }

    @AfterEach
    void nothingOutsideHasChanged() {
        assertThat(tree.describe()).isEqualTo(before);
    }

    private Path unpack(TarBuilder tar) throws IOException {
        Path file = Files.write(tree.room().resolve("image.tar"), tar.bytes());
        return cache.get(file.toString()).root();
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "./", "./.", "/", "//"})
    void aLinkInPlaceOfTheRootMovedTheWholeImageElsewhere(String root) {
        assertThatThrownBy(() -> unpack(
                        new TarBuilder().link(root, tree.top().toString()).file("written-as-root", "got out")))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'" + root + "'");
    }

    @Test
    void aFileInPlaceOfTheRootIsRefusedToo() {
        assertThatThrownBy(() -> unpack(new TarBuilder().file(".", "no folder").file("file", "1")))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'.'");
    }

    @Test
    void aFolderWhoseParentBecameALinkGaveItsModeToOneOfTheHost() throws IOException {
        Path root = unpack(new TarBuilder()
                .folder("a", 0755)
                .folder("a/b", 0777)
                .link("a", tree.top().toString()));

        assertThat(Files.readSymbolicLink(root.resolve("a"))).isEqualTo(tree.top());
    }

    @Test
    void anEntryForTheRootGivesItItsMode() throws IOException {
        Path root = unpack(new TarBuilder().folder(".", 0750).file("./file", "1"));

        assertThat((Integer) Files.getAttribute(root, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777)
                .isEqualTo(0750);
        assertThat(root.resolve("file")).hasContent("1");
    }

    @Test
    void aNameThatNoFileCanHaveIsToldAndNotThrownAtTheCaller() {
        assertThatThrownBy(() -> unpack(new TarBuilder().link("link", "a\0b".repeat(60))))
                .isInstanceOf(SandboxStartException.class);
    }
}
