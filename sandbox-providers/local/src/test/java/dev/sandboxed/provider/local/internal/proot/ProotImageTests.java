package dev.sandboxed.provider.local.internal.proot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.image.BusyboxRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Root file systems made of nothing but BusyBox, in all the forms that they come in. */
class ProotImageTests extends WithProot {

    private static SandboxSpec from(Object image) {
        return SandboxSpec.builder().image(image.toString()).build();
    }

    private Path folder() {
        return BusyboxRoot.in(temporary.resolve("image"));
    }

    private static Path tar(Path archive, Path folder, String... names) throws Exception {
        List<String> tar = new ArrayList<>(List.of("tar", "-c", "-f", archive.toString(), "-C", folder.toString()));
        tar.addAll(List.of(names));
        assertThat(new ProcessBuilder(tar).start().waitFor()).isZero();
        return archive;
    }

    /** What docker save writes: layers, settings, and a list of both. */
    private Path saved() throws Exception {
        Path save = Files.createDirectory(temporary.resolve("save"));
        tar(save.resolve("layer.tar"), folder(), ".");
        Files.writeString(
                save.resolve("config.json"),
                "{\"config\":{\"Env\":[\"FLAVOUR=plain\",\"HOME=/home/image\",\"LD_PRELOAD=./harm.so\"]}}");
        Files.writeString(save.resolve("manifest.json"), "[{\"Config\":\"config.json\",\"Layers\":[\"layer.tar\"]}]");
        return tar(temporary.resolve("saved.tar"), save, "config.json", "layer.tar", "manifest.json");
    }

    /** All names below the cache with the times of their last changes and sizes. */
    private Map<Path, String> cache() throws IOException {
        Map<Path, String> all = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(temporary.resolve("rootfs"))) {
            for (Path path : paths.toList()) {
                all.put(
                        path,
                        Files.readAttributes(path, "lastModifiedTime,size,fileKey")
                                .toString());
            }
        }
        return all;
    }

    @Test
    void folderIsCopiedAndStaysAsItIs() {
        SandboxSpec spec = from(folder());
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(sh(sandbox, "rm /bin/ls && echo changed >/etc/passwd && cat /etc/passwd"))
                    .isEqualTo("changed");
        }
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(sh(sandbox, "readlink /bin/ls; cat /etc/passwd")).startsWith("busybox\nroot:");
            assertThat(sandbox.files().exists("/usr/bin/perl")).isFalse();
        }
    }

    @Test
    void archiveIsUnpackedOnceAndNoSandboxChangesWhatWasUnpacked() throws Exception {
        SandboxSpec spec = from(tar(temporary.resolve("image.tar"), folder(), "."));
        provider.create(spec).close();
        Map<Path, String> unpacked = cache();

        try (Sandbox sandbox = provider.create(spec)) {
            String harm = "echo changed >/etc/passwd; rm /bin/ls; echo more >>/bin/busybox; mkdir /new; chmod 700 /etc";
            sandbox.exec(Command.shell(harm));
            assertThat(sandbox.files().readText("/etc/passwd")).isEqualTo("changed\n");
        }

        assertThat(unpacked).hasSizeGreaterThan(10);
        assertThat(cache()).isEqualTo(unpacked);
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(sh(sandbox, "readlink /bin/ls; cat /etc/passwd")).startsWith("busybox\nroot:");
        }
    }

    @Test
    void savedImageGivesItsVariablesToCommandsAndTheSpecOverridesThem() throws Exception {
        Path saved = saved();
        try (Sandbox sandbox = provider.create(from(saved))) {
            assertThat(sh(sandbox, "echo $FLAVOUR $HOME $LD_PRELOAD")).isEqualTo("plain /home/image ./harm.so");
        }
        SandboxSpec spec = SandboxSpec.builder()
                .image("file:" + saved)
                .env("FLAVOUR", "other")
                .build();
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(sh(sandbox, "echo $FLAVOUR")).isEqualTo("other");
        }
    }

    @Test
    void snapshotOfASandboxFromAnArchiveIsRestoredOverTheSameArchive() throws Exception {
        SandboxSpec spec = from(tar(temporary.resolve("image.tar"), folder(), "."));
        Snapshot snapshot;
        try (Sandbox sandbox = provider.create(spec)) {
            sh(sandbox, "echo kept >/etc/kept; rm /bin/ls");
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        try (Sandbox sandbox = provider.snapshots().restore(snapshot, spec)) {
            assertThat(sh(sandbox, "cat /etc/kept; [ -e /bin/ls ] || echo gone"))
                    .isEqualTo("kept\ngone");
        }
    }

    @Test
    void whatIsNotThereOrCannotBeFetchedIsRefusedWithTheRemedy() {
        assertThatThrownBy(() -> provider.create(from("/nowhere/image")))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("neither a folder nor an archive at '/nowhere/image'")
                .hasMessageContaining("a tar of one");
        assertThatThrownBy(() -> provider.create(from("busybox:1.36")))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'busybox:1.36' is neither a folder nor an archive")
                .hasMessageContaining("sandbox-images");
        assertThat(temporary.resolve("state/sandboxes")).isEmptyDirectory();
    }

    @Test
    void imageWithoutAShellIsRefused() throws Exception {
        Path empty = Files.createDirectory(temporary.resolve("empty"));
        assertThatThrownBy(() -> provider.create(from(empty)))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("use an image in which /bin/sh works");
        assertThat(provider.list()).isEmpty();
        assertThat(temporary.resolve("state/sandboxes")).isEmptyDirectory();
    }
}
