package dev.sandboxed.images.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.folder.rootfs.RootfsCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class JibImageSourceTests {

    @TempDir
    Path folder;

    private Path kept;
    private RootfsCache cache;

    @BeforeEach
    void openACache() {
        kept = folder.resolve("cache");
        cache = new RootfsCache(kept, Map.of());
    }

    private void assertNothingHalfMade() throws IOException {
        try (Stream<Path> all = Files.list(kept)) {
            assertThat(all).noneMatch(each -> each.getFileName().toString().startsWith("draft-"));
        }
    }

    @Test
    void anImageOfARegistryBecomesARootFileSystem() throws Exception {
        try (Registry registry = Registry.start(folder)) {
            registry.push("team/it:1", "hello");

            Rootfs rootfs = cache.get(registry.name("team/it:1"));

            assertThat(rootfs.root().resolve("greeting")).hasContent("hello");
            assertThat(rootfs.env()).containsEntry("GREETING", "hello");
            assertNothingHalfMade();
        }
    }

    @Test
    void whatWasFetchedOnceNeedsNoRegistryUntilItIsForgotten() throws Exception {
        String name;
        Rootfs first;
        try (Registry registry = Registry.start(folder)) {
            registry.push("it:1", "hello");
            name = registry.name("it:1");
            first = cache.get(name);
        }

        assertThat(new RootfsCache(kept, Map.of()).get(name)).isEqualTo(first);
        cache.forget(name);
        assertThatThrownBy(() -> cache.get(name))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining(name);
        assertNothingHalfMade();
    }

    @Test
    void anImageThatTheRegistryDoesNotHaveIsToldByName() throws Exception {
        try (Registry registry = Registry.start(folder)) {
            String name = registry.name("nobody/nothing:1");

            assertThatThrownBy(() -> cache.get(name))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("could not be fetched");
            assertNothingHalfMade();
        }
    }

    @Test
    void anImageOfTheEngineHereBecomesARootFileSystemToo() throws Exception {
        Assumptions.assumeTrue(docker("version") == 0, "no Docker engine answers here");
        String name = "sandboxed-test/rootfs:" + UUID.randomUUID();
        Path tar = folder.resolve("rootfs.tar");
        Files.writeString(folder.resolve("greeting"), "hello");
        assertThat(run("tar", "-c", "-f", tar.toString(), "-C", folder.toString(), "greeting"))
                .isZero();
        assertThat(docker("import", tar.toString(), name)).isZero();
        try {
            assertThat(cache.get("docker-daemon:" + name).root().resolve("greeting"))
                    .hasContent("hello");
        } finally {
            docker("rmi", name);
        }
    }

    private int docker(String... arguments) throws Exception {
        return run(Stream.concat(Stream.of("docker"), Stream.of(arguments)).toArray(String[]::new));
    }

    private int run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output").toFile())
                    .start()
                    .waitFor();
        } catch (IOException notThere) {
            return -1;
        }
    }

    @Test
    void whatIsNoNameOfAnImageIsRefused() {
        assertThatThrownBy(() -> cache.get("Not An Image"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'Not An Image' is not the name of an image");
    }
}
