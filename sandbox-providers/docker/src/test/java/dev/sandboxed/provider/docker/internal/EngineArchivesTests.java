package dev.sandboxed.provider.docker.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.files.GuestAccess;
import dev.sandboxed.guest.files.GuestFiles;
import dev.sandboxed.provider.docker.internal.container.ContainerArchives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What serves the files of images without {@code tar}. The default image cannot lose its own: its shell is its tar. */
@NeedsDocker
@Timeout(120)
class EngineArchivesTests {

    @TempDir
    Path folder;

    private SandboxProvider provider;
    private DockerSandbox sandbox;
    private SandboxFiles files;

    @BeforeEach
    void openASandbox() {
        provider = new DockerProviderFactory()
                .open(EngineRequired.hostContext(folder.resolve("state")).withSettings(Map.of("runtime", "runc")));
        sandbox = (DockerSandbox) provider.create(SandboxSpec.defaults());
        files = new GuestFiles(new GuestAccess(
                "docker",
                sandbox.id(),
                sandbox.spec().workdir(),
                new ContainerArchives(sandbox.container(), sandbox.id()),
                sandbox.commands()::run,
                () -> {}));
    }

    @AfterEach
    void closeIt() {
        provider.close();
    }

    @Test
    void contentsGoInAndComeOut() {
        files.writeAll(Map.of("a", "first".getBytes(UTF_8), "b/c", "second".getBytes(UTF_8)));

        assertThat(sandbox.shell("cat a b/c").orThrow().stdout()).isEqualTo("firstsecond");
        assertThat(files.readText("b/c")).isEqualTo("second");
    }

    @Test
    void treesGoInAndComeOut() throws IOException {
        Path tree = Files.createDirectories(folder.resolve("tree/deep"));
        Files.writeString(tree.resolve("file"), "here");

        files.upload(folder.resolve("tree"), "tree");
        files.download("tree", folder.resolve("copy"));

        assertThat(folder.resolve("copy/deep/file")).hasContent("here");
    }

    @Test
    void aMissingFileIsStillToldAsOne() {
        assertThatThrownBy(() -> files.readText("nowhere"))
                .isInstanceOf(SandboxFileNotFoundException.class)
                .hasMessageContaining("'nowhere'");
    }
}
