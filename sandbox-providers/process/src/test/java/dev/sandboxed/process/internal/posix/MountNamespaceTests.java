package dev.sandboxed.process.internal.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.PosixException;
import dev.sandboxed.linux.internal.mount.MountNamespace;
import dev.sandboxed.linux.internal.mount.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only root may mount, so that there is nothing to see for others but the refusal. */
class MountNamespaceTests {

    private static final Path OWN = Path.of("/proc/thread-self/ns/mnt");
    private static final Path HERE = Path.of("/proc/thread-self/cwd");

    @TempDir
    Path folder;

    private Overlay overlay;

    /** The name of the folder has all that means something in the options of a mount. */
    @BeforeEach
    void makeFolders() throws IOException {
        assumeTrue(HostPlatform.current() == HostPlatform.LINUX, "only Linux has mount namespaces");
        Path base = Files.createDirectory(folder.resolve("a,b:c\\d e"));
        for (String name : List.of("lower", "upper", "work", "target")) {
            Files.createDirectory(base.resolve(name));
        }
        Files.writeString(base.resolve("lower/file"), "as it was\n");
        overlay =
                new Overlay(base.resolve("lower"), base.resolve("upper"), base.resolve("work"), base.resolve("target"));
    }

    private int runIn(String script) throws PosixException {
        Child child = MountNamespace.with(
                List.of(overlay),
                () -> Child.start(List.of("sh", "-c", script), "/bin/sh", Map.of(), overlay.target()));
        try (child) {
            return child.await(Duration.ofSeconds(20)).orElseThrow().exitCode();
        }
    }

    @Test
    void aChildChangesWhatItSeesAndNotWhatIsBelow() throws IOException {
        assumeTrue(HostPlatform.isRoot(), "only root may mount");
        assertThat(runIn("[ \"$(cat file)\" = 'as it was' ] && echo changed >file && [ \"$(cat file)\" = changed ]"))
                .isZero();
        assertThat(overlay.lower().resolve("file")).hasContent("as it was\n");
        assertThat(overlay.upper().resolve("file")).hasContent("changed\n");
    }

    @Test
    void nobodyButTheChildSeesTheMountAndTheThreadIsWhereItWas() throws IOException {
        assumeTrue(HostPlatform.isRoot(), "only root may mount");
        Path namespace = Files.readSymbolicLink(OWN);
        Path here = Files.readSymbolicLink(HERE);
        Path inside = MountNamespace.with(List.of(overlay), () -> {
            assertThat(overlay.target().resolve("file")).exists();
            return link(OWN);
        });
        assertThat(inside).isNotEqualTo(namespace);
        assertThat(Files.readSymbolicLink(OWN)).isEqualTo(namespace);
        assertThat(Files.readSymbolicLink(HERE)).isEqualTo(here);
        assertThat(overlay.target().resolve("file")).doesNotExist();
        assertThat(Files.readString(Path.of("/proc/self/mountinfo")))
                .doesNotContain(folder.getFileName().toString());
    }

    @Test
    void aRefusedMountLeavesTheThreadWhereItWas() throws IOException {
        Path namespace = Files.readSymbolicLink(OWN);
        Overlay impossible = new Overlay(overlay.lower(), folder.resolve("missing"), overlay.work(), overlay.target());
        assertThatThrownBy(() -> MountNamespace.with(List.of(impossible), () -> true))
                .isInstanceOf(PosixException.class);
        assertThat(Files.readSymbolicLink(OWN)).isEqualTo(namespace);
    }

    @Test
    void anOrdinaryUserIsRefused() {
        assumeTrue(!HostPlatform.isRoot(), "root may");
        assertThatThrownBy(() -> MountNamespace.with(List.of(overlay), () -> true))
                .isInstanceOf(PosixException.class)
                .hasMessageContaining("unshare");
    }

    private static Path link(Path path) {
        try {
            return Files.readSymbolicLink(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
