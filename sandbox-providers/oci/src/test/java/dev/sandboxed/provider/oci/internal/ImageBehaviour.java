package dev.sandboxed.provider.oci.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is true of images with every runtime. */
abstract class ImageBehaviour extends WithProvider {

    /** With names that mean something to who mounts. */
    @TempDir
    Path folder;

    private Path image;

    ImageBehaviour(Kind kind) {
        super(kind);
    }

    @BeforeEach
    void makeImage() {
        image = BusyboxImage.in(folder.resolve("an:image,of-ours"));
    }

    private SandboxSpecBuilder spec() {
        return SandboxSpec.builder().image(image.toString());
    }

    private void run(String... argv) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(argv).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void theImageIsTheRootAndNothingThatIsDoneInsideReachesIt() {
        try (Sandbox sandbox = provider.create(spec().build())) {
            assertThat(said(sandbox, "cat /data/one; ls -d /usr /bin 2> /dev/null; pwd; stat -c %a /tmp"))
                    .isEqualTo("an image\n/bin\n/workspace\n1777\n");
            sandbox.shell("rm /data/one; mkdir /usr; echo new > /usr/new; echo t > /tmp/t")
                    .orThrow();
            assertThat(said(sandbox, "cat /usr/new /tmp/t; ls /data")).isEqualTo("new\nt\ntwo\n");
            assertThat(image.resolve("data/one")).hasContent("an image\n");
            assertThat(image).isDirectoryNotContaining(path -> path.endsWith("usr") || path.endsWith("tmp"));
        }
    }

    @Test
    void nothingIsMountedOnTheHostAndAClosedSandboxLeavesNothing() throws IOException {
        Sandbox sandbox = provider.create(spec().build());
        sandbox.shell("setsid sleep 300 > /dev/null 2>&1 &").orThrow();
        assertThat(Files.readString(Path.of("/proc/mounts"), StandardCharsets.ISO_8859_1))
                .doesNotContain(sandbox.id());
        sandbox.close();

        assertThat(Leftovers.of(sandbox.id(), state)).isEmpty();
    }

    @Test
    void usersAreThoseOfTheImageAndOwnTheWorkdirUnlessItHasOne() throws IOException {
        try (Sandbox sandbox = provider.create(spec().user("worker").build())) {
            assertThat(said(sandbox, "id -un; echo mine > file; stat -c '%u %g' . file"))
                    .isEqualTo("worker\n7 8\n7 8\n");
        }
        Files.createDirectories(image.resolve("srv/real"));
        Files.createSymbolicLink(image.resolve("workspace"), Path.of("/srv/real"));
        try (Sandbox sandbox = provider.create(spec().build())) {
            assertThat(said(sandbox, "pwd -P; echo here > file; cat /srv/real/file"))
                    .isEqualTo("/srv/real\nhere\n");
        }
        assertThatThrownBy(() -> provider.create(spec().user("postgres").build()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'postgres'");
    }

    @Test
    void aReadOnlyRootLeavesTheUsualPlacesWritable() {
        try (Sandbox sandbox = provider.create(spec().readOnlyRoot(true).build())) {
            assertThat(sandbox.shell("echo x > /etc/x").succeeded()).isFalse();
            assertThat(sandbox.shell("echo x > /tmp/x && echo x > x").succeeded())
                    .isTrue();
        }
    }

    @Test
    void aSnapshotHoldsWhatWasChangedAndBelongsToItsImage() throws Exception {
        Path archive = folder.resolve("image.tar");
        run("tar", "-c", "-f", archive.toString(), "-C", image.toString(), ".");
        SandboxSpec unpacked = SandboxSpec.builder().image(archive.toString()).build();
        Snapshot snapshot;
        try (Sandbox sandbox = provider.create(unpacked)) {
            sandbox.shell("rm -r /stray /data; mkdir /data; echo new > /data/new; echo t > /tmp/t; echo w > w")
                    .orThrow();
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        assertThat(snapshot.fileCount()).isEqualTo(3);
        try (Sandbox again = provider.snapshots().restore(snapshot, unpacked)) {
            assertThat(said(again, "ls /stray /data 2> /dev/null; cat /data/new /tmp/t w"))
                    .isEqualTo("/data:\nnew\nnew\nt\nw\n");
        }
        assertThatThrownBy(() -> provider.snapshots().restore(snapshot, SandboxSpec.defaults()))
                .isInstanceOf(SnapshotRejectedException.class)
                .hasMessageContaining("sha256-")
                .hasMessageContaining("programs of the host");
        assertThatThrownBy(() -> provider.snapshots().restore(snapshot, spec().build()))
                .isInstanceOf(SnapshotRejectedException.class)
                .hasMessageContaining(image.toString());
    }

    @Test
    void whatDockerSavedIsUnpackedAndItsVariablesAreInForce() throws Exception {
        Path saved = Files.createDirectory(folder.resolve("saved"));
        run("tar", "-c", "-f", saved + "/layer.tar", "-C", image.toString(), ".");
        Files.writeString(saved.resolve("config.json"), "{\"config\":{\"Env\":[\"OF_IMAGE=yes\",\"BOTH=image\"]}}");
        Files.writeString(saved.resolve("manifest.json"), "[{\"Config\":\"config.json\",\"Layers\":[\"layer.tar\"]}]");
        Path archive = folder.resolve("saved.tar");
        run("tar", "-c", "-f", archive.toString(), "-C", saved.toString(), "manifest.json", "config.json", "layer.tar");

        SandboxSpec spec = SandboxSpec.builder()
                .image("file:" + archive)
                .env("BOTH", "spec")
                .build();
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(said(sandbox, "echo $OF_IMAGE $BOTH; cat /data/one")).isEqualTo("yes spec\nan image\n");
        }
    }

    @Test
    void anImageThatIsNotThereIsNamedAndLeavesNothing() {
        assertThatThrownBy(() -> provider.create(
                        SandboxSpec.builder().image(folder + "/none").build()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining(folder + "/none");
        assertThat(state.resolve("records"))
                .satisfiesAnyOf(
                        records -> assertThat(records).doesNotExist(),
                        records -> assertThat(records).isEmptyDirectory());
    }
}
