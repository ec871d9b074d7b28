package dev.sandboxed.folder.rootfs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxStartException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootfsCacheTests {

    @TempDir
    Path folder;

    private Path kept;
    private RootfsCache cache;

    @BeforeEach
    void openACache() {
        kept = folder.resolve("cache");
        cache = new RootfsCache(kept, Map.of());
    }

    private Path archive(String name, TarBuilder tar) throws IOException {
        return Files.write(folder.resolve(name), tar.bytes());
    }

    private static TarBuilder system() {
        return new TarBuilder().folder("bin", 0755).file("bin/sh", "a shell").file("etc/name", "guest");
    }

    /** As {@code docker save} writes it, with the upper layer compressed. */
    private static TarBuilder image() throws IOException {
        String manifest =
                "[{\"Config\": \"config.json\", \"RepoTags\": [\"it:1\"], \"Layers\": [\"low.tar\", \"high.tar\"]}]";
        return new TarBuilder()
                .file("manifest.json", manifest)
                .file("config.json", "{\"config\": {\"Env\": [\"PATH=/bin:/opt\", \"EMPTY=\"]}}")
                .file("low.tar", system().bytes(), 0644)
                .file(
                        "high.tar",
                        zipped(new TarBuilder()
                                .file("etc/.wh.name", "")
                                .file("etc/other", "1")
                                .bytes()),
                        0644);
    }

    private static byte[] zipped(byte[] bytes) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(zipped)) {
            zip.write(bytes);
        }
        return zipped.toByteArray();
    }

    private static void assertNothingHalfMade(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).noneMatch(each -> each.getFileName().toString().startsWith("draft-"));
        }
    }

    @Test
    void aFolderIsUsedAsItIs() throws IOException {
        Path given = Files.createDirectory(folder.resolve("given"));

        assertThat(cache.get(given.toString()).root()).isEqualTo(given.toRealPath());
        assertThat(cache.get("file://" + given).root()).isEqualTo(given.toRealPath());
        assertThat(kept).doesNotExist();
    }

    @Test
    void anArchiveIsUnpacked() throws IOException {
        Rootfs rootfs = cache.get(archive("system.tar", system()).toString());

        assertThat(rootfs.root().resolve("bin/sh")).hasContent("a shell");
        assertThat(rootfs.env()).isEmpty();
        assertNothingHalfMade(kept);
    }

    @Test
    void aCompressedArchiveIsUnpackedToo() throws IOException {
        Path file = Files.write(folder.resolve("system.tgz"), zipped(system().bytes()));

        assertThat(cache.get(file.toString()).root().resolve("etc/name")).hasContent("guest");
    }

    @Test
    void theLayersOfASavedImageLieOverOneAnother() throws IOException {
        Rootfs rootfs = cache.get(archive("image.tar", image()).toString());

        assertThat(rootfs.root().resolve("bin/sh")).hasContent("a shell");
        assertThat(rootfs.root().resolve("etc/other")).hasContent("1");
        assertThat(rootfs.root().resolve("etc/name")).doesNotExist();
        assertThat(rootfs.env()).isEqualTo(Map.of("PATH", "/bin:/opt", "EMPTY", ""));
    }

    @Test
    void theSameContentIsUnpackedOnceWhateverItIsCalled() throws IOException {
        Rootfs first = cache.get(archive("image.tar", image()).toString());
        Path mark = Files.writeString(first.root().resolve("mark"), "");

        Rootfs second =
                new RootfsCache(kept, Map.of()).get(archive("copy.tar", image()).toString());

        assertThat(second).isEqualTo(first);
        assertThat(mark).exists();
    }

    @Test
    void anotherContentUnderTheSameNameIsAnotherRoot() throws IOException {
        Rootfs first = cache.get(archive("system.tar", system()).toString());
        Rootfs second =
                cache.get(archive("system.tar", system().file("new", "1")).toString());

        assertThat(second.root()).isNotEqualTo(first.root());
        assertThat(first.root().resolve("new")).doesNotExist();
    }

    @Test
    void manyWhoNeedItAtTheSameTimeGetTheSame() throws Exception {
        String archive = archive("system.tar", system()).toString();
        Set<Rootfs> got = ConcurrentHashMap.newKeySet();
        CyclicBarrier together = new CyclicBarrier(4);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    together.await();
                    got.add(new RootfsCache(kept, Map.of()).get(archive));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(got).hasSize(1);
        assertNothingHalfMade(kept);
    }

    @Test
    void aHostileArchiveIsRefusedAndLeavesNothing() throws IOException {
        Path file = archive("evil.tar", new TarBuilder().file("fine", "1").file("../../evil", "2"));

        assertThatThrownBy(() -> cache.get(file.toString()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("'../../evil'");
        assertNothingHalfMade(kept);
        try (Stream<Path> all = Files.list(kept)) {
            assertThat(all).noneMatch(Files::isDirectory);
        }
    }

    @Test
    void anImageWithoutItsLayerIsRefused() throws IOException {
        Path file = archive(
                "image.tar",
                new TarBuilder().file("manifest.json", "[{\"Config\": \"c\", \"Layers\": [\"gone.tar\"]}]"));

        assertThatThrownBy(() -> cache.get(file.toString()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'gone.tar'");
    }

    @Test
    void aPathWhereNothingIsIsRefused() {
        assertThatThrownBy(() -> cache.get("/nowhere/at/all"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'/nowhere/at/all'")
                .hasMessageContaining("the name of an image");
    }

    @Test
    void withoutTheModuleForImagesItIsSaidWhichOneIsMissing() {
        assertThatThrownBy(() -> cache.get("busybox:1.36"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'busybox:1.36'")
                .hasMessageContaining("sandbox-images");
    }

    @Test
    void aFileCalledManifestDoesNotMakeAnImage() throws IOException {
        Path file = archive("system.tar", system().file("manifest.json", "{\"name\": \"an app\"}"));

        assertThat(cache.get(file.toString()).root().resolve("manifest.json"))
                .content(UTF_8)
                .contains("an app");
    }
}
