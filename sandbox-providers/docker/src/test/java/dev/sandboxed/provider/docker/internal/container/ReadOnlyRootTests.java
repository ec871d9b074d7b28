package dev.sandboxed.provider.docker.internal.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.command.InspectVolumeResponse;
import com.github.dockerjava.api.model.Container;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.provider.docker.internal.EngineTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A user who is not root once got no sandbox with a read-only root: the engine refused to give the workdir away. */
class ReadOnlyRootTests extends EngineTest {

    private static SandboxSpecBuilder readOnly(String user) {
        return SandboxSpec.builder().user(user).readOnlyRoot(true);
    }

    private List<String> containersOf(Sandbox sandbox) {
        return client()
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(Map.of(ContainerLabels.ID, sandbox.id()))
                .exec()
                .stream()
                .map(Container::getId)
                .toList();
    }

    private List<String> volumesOf(Sandbox sandbox) {
        return inspect(sandbox).getMounts().stream()
                .map(mount -> String.valueOf(mount.getName()))
                .toList();
    }

    private List<String> unusedVolumes() {
        return client().listVolumesCmd().withDanglingFilter(true).exec().getVolumes().stream()
                .map(InspectVolumeResponse::getName)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "sandbox, /workspace",
        "1234, /workspace",
        "1234:77, /srv/deep/inside",
        "sandbox, /tmp",
        "root, /workspace"
    })
    void theWorkdirCanBeWrittenByItsUserAndNothingElseCan(String user, String workdir) {
        try (Sandbox sandbox = provider.create(readOnly(user).workdir(workdir).build())) {
            assertThat(sandbox.shell("echo text > file && cat file && pwd")
                            .orThrow()
                            .stdout())
                    .isEqualTo("text\n" + workdir + "\n");
            sandbox.files().write("folder/other", "more");
            assertThat(sandbox.shell("cat folder/other && rm -r folder file")
                            .orThrow()
                            .stdout())
                    .isEqualTo("more");
            assertThat(sandbox.shell("echo text > /file").succeeded()).isFalse();
            assertThat(sandbox.shell("echo text > /home/sandbox/file").stderr()).contains("Read-only");
        }
    }

    @Test
    void nothingOfItStays() {
        Sandbox sandbox = provider.create(readOnly("sandbox").build());
        List<String> volumes = volumesOf(sandbox);
        assertThat(containersOf(sandbox)).containsExactly(sandbox.info().nativeId());
        assertThat(volumes).hasSize(1);
        assertThat(unusedVolumes()).doesNotContainAnyElementsOf(volumes);

        sandbox.close();
        assertThat(containersOf(sandbox)).isEmpty();
        assertThat(unusedVolumes()).doesNotContainAnyElementsOf(volumes);
    }

    @Test
    void nothingStaysOfOneThatCannotStart() {
        List<String> before = unusedVolumes();

        assertThatThrownBy(() -> provider.create(readOnly("nobody-there").build()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'nobody-there'");
        assertThat(unusedVolumes()).isSubsetOf(before);
    }

    /** Whose it is, the host has decided. */
    @Test
    void aWorkdirOfTheHostIsLeftAsItIs() throws IOException {
        assumeTrue(provider.capabilities().has(Capability.MOUNTS), "the engine is on this host");
        Path shared = Files.createDirectory(state.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        Object owner = Files.getAttribute(shared, "unix:uid");
        SandboxSpec spec =
                readOnly("1234").mount(Mount.writable(shared, "/workspace")).build();
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(sandbox.shell("stat -c %u /workspace").orThrow().stdout())
                    .isEqualTo(owner + "\n");
        }
        assertThat(Files.getAttribute(shared, "unix:uid")).isEqualTo(owner);
    }
}
