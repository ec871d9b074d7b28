package dev.sandboxed.provider.oci.internal.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayeredRootTests {

    @TempDir
    Path folder;

    private Path changes;
    private Path image;
    private LayeredRoot root;

    @BeforeEach
    void makeLayers() throws IOException {
        changes = Files.createDirectories(folder.resolve("some/levels/down/changes"));
        image = Files.createDirectories(folder.resolve("some/levels/down/image"));
        root = new LayeredRoot(changes, image);
        file(image, "settings/passwd");
        file(image, "settings/group");
        file(changes, "settings/group");
    }

    private static Path file(Path layer, String name) throws IOException {
        Path file = layer.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "");
    }

    private static void link(Path layer, String name, String target) throws IOException {
        Files.createSymbolicLink(layer.resolve(name), Path.of(target));
    }

    @Test
    void whatWasChangedIsFoundBeforeWhatTheImageHas() throws IOException {
        assertThat(root.find("/settings/group")).hasValue(changes.resolve("settings/group"));
        assertThat(root.find("/settings/passwd")).hasValue(image.resolve("settings/passwd"));
        assertThat(root.find("/settings/shadow")).isEmpty();
        assertThat(new LayeredRoot(changes, null).find("/settings/passwd")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b/../c, a/c",
        "/../../settings, settings",
        "/absolute/x, settings/x",
        "/relative, settings/passwd",
        "/climbing/settings, settings",
        "/dangling, none/where",
        "/settings/./passwd, settings/passwd"
    })
    void linksAreFollowedAsInside(String path, String leadsTo) throws IOException {
        link(image, "absolute", "/settings");
        link(changes, "relative", "absolute/passwd");
        link(image, "climbing", "../../..");
        link(image, "dangling", "/none/where");

        assertThat(root.resolve(path)).isEqualTo(Path.of(leadsTo));
    }

    @Test
    void aLinkOfTheImageThatWasReplacedByAFolderLeadsNowhere() throws IOException {
        Path outside = file(folder, "outside/passwd");
        link(image, "data", outside.getParent().toString());
        Files.createDirectory(changes.resolve("data"));

        assertThat(root.find("/data/passwd")).isEmpty();
    }

    @Test
    void aFolderOfTheImageThatWasReplacedByAFileIsGoneWithAllInIt() throws IOException {
        file(image, "data/deep/passwd");
        file(changes, "data");

        assertThat(root.find("/data/deep/passwd")).isEmpty();
    }

    @Test
    void whatWasDeletedIsGoneAlthoughTheImageHasIt() throws Exception {
        assumeTrue(HostPlatform.isRoot(), "it takes root to make the mark that the kernel leaves");
        String mark = changes.resolve("settings/passwd").toString();
        assertThat(new ProcessBuilder("mknod", mark, "c", "0", "0").start().waitFor())
                .isZero();

        assertThat(root.find("/settings/passwd")).isEmpty();
    }

    @Test
    void linksInACircleAreRefused() throws IOException {
        link(image, "a", "b");
        link(changes, "b", "/a");

        assertThatThrownBy(() -> root.find("/a/x"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'/a/x'")
                .hasMessageContaining("40 links");
    }
}
