package dev.sandboxed.provider.docker.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.provider.docker.internal.DockerProviderFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class DiskTests {

    private static final int ALLOWED = 32;

    @RegisterExtension
    static final EngineWithQuotas ENGINE = new EngineWithQuotas();

    @TempDir
    Path state;

    private SandboxProvider provider;

    @BeforeEach
    void open() {
        provider = new DockerProviderFactory()
                .open(ProviderContext.in(state).withSettings(Map.of("host", ENGINE.address())));
    }

    @AfterEach
    void close() {
        provider.close();
    }

    private static SandboxSpecBuilder limited() {
        return SandboxSpec.builder()
                .limits(Limits.builder().disk(DataSize.ofMebibytes(ALLOWED)).build());
    }

    private static ExecResult write(Sandbox sandbox, String file, int mebibytes) {
        return sandbox.shell("dd if=/dev/zero of=" + file + " bs=1M count=" + mebibytes + " && sync");
    }

    @Test
    void nothingIsWrittenPastTheLimitAndAFullSandboxIsOfUse() {
        assertThat(provider.capabilities().has(Capability.LIMIT_DISK)).isTrue();
        try (Sandbox sandbox = provider.create(limited().build())) {
            sandbox.files().write("before", "kept");

            assertThat(write(sandbox, "/tmp/large", 2 * ALLOWED).succeeded()).isFalse();

            assertThat(sandbox.files().readText("before")).isEqualTo("kept");
            assertThatThrownBy(() -> sandbox.files().write("more", new byte[4 << 20]))
                    .isInstanceOfSatisfying(
                            SandboxFileException.class,
                            full -> assertThat(full.reason()).isEqualTo(FileFailure.NO_SPACE));
            sandbox.files().delete("/tmp/large");
            assertThat(write(sandbox, "after", 8).succeeded()).isTrue();
        }
    }

    @Test
    void usageTellsWhatItsOwnFilesTake() {
        try (Sandbox sandbox = provider.create(limited().build())) {
            long before = sandbox.usage().disk().orElseThrow().bytes();
            assertThat(write(sandbox, "some", 8).succeeded()).isTrue();

            assertThat(sandbox.usage().disk().orElseThrow().bytes() - before).isBetween(7L << 20, 10L << 20);
        }
        try (Sandbox unlimited = provider.create(SandboxSpec.defaults())) {
            assertThat(unlimited.usage().disk()).isEmpty();
        }
    }

    @Test
    void whatWasRestoredCounts() {
        Snapshot snapshot;
        try (Sandbox sandbox = provider.create(limited().build())) {
            assertThat(write(sandbox, "some", 8).succeeded()).isTrue();
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        try (Sandbox restored = provider.snapshots().restore(snapshot, limited().build())) {
            assertThat(write(restored, "large", ALLOWED - 4).succeeded()).isFalse();
        } finally {
            provider.snapshots().delete(snapshot);
        }
    }

    static List<Arguments> beyond() {
        return List.of(
                Arguments.of("a read-only root", limited().readOnlyRoot(true)),
                Arguments.of("another user than root", limited().user("1000")),
                Arguments.of("a mount", limited().mount(Mount.readOnly(Path.of("/usr"), "/host"))));
    }

    @ParameterizedTest
    @MethodSource("beyond")
    void whatTheEngineKeepsNoLimitForIsRefusedTogetherWithOne(String what, SandboxSpecBuilder spec) {
        assertThatThrownBy(() -> provider.create(spec.build()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("A disk of 32m does not go with ")
                .hasMessageContaining(what)
                .hasMessageContaining("leave one of the two out");
    }

    @Test
    void anImageWithVolumesIsRefusedTogetherWithALimit() {
        try (Sandbox any = provider.create(SandboxSpec.defaults())) {
            ENGINE.docker("commit --change 'VOLUME /data' " + any.info().nativeId() + " with-volume:1");
        }

        assertThatThrownBy(
                        () -> provider.create(limited().image("with-volume:1").build()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("the image 'with-volume:1', which has the volumes [/data]");
    }
}
