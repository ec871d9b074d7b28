package dev.sandboxed.provider.local.internal.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A root file system in a folder, made of nothing but BusyBox. */
class ImageTests extends WithBubblewrap {

    private static final Path BUSYBOX = Path.of("/bin/busybox");

    @TempDir
    Path image;

    @BeforeEach
    void makeImage() throws IOException {
        assumeTrue(Files.exists(BUSYBOX), "there is no " + BUSYBOX + "; apt-get install busybox-static");
        Path bin = Files.createDirectory(image.resolve("bin"));
        Files.copy(BUSYBOX, bin.resolve("busybox"));
        for (String name :
                new String[] {"sh", "ls", "cat", "id", "tar", "find", "stat", "readlink", "mkdir", "head", "env"}) {
            Files.createSymbolicLink(bin.resolve(name), Path.of("busybox"));
        }
        Files.createDirectories(image.resolve("etc"));
        Files.writeString(image.resolve("etc/motd"), "an image\n");
        Files.createDirectory(image.resolve("tmp"));
    }

    private Sandbox createFrom(String reference) {
        Sandbox sandbox = provider.create(SandboxSpec.builder().image(reference).build());
        assumeTrue(
                sandbox.exec("/bin/busybox", "true").succeeded(),
                "BusyBox needs libraries; apt-get install busybox-static");
        return sandbox;
    }

    @Test
    void aFolderIsTheRootAndTheHostsProgramsAreNotThere() {
        Sandbox sandbox = createFrom(image.toString());
        assertThat(sandbox.shell("cat /etc/motd").stdout()).isEqualTo("an image\n");
        assertThat(sandbox.shell("ls /usr /etc/passwd").succeeded()).isFalse();
        assertThat(sandbox.shell("echo harm >/etc/motd").succeeded()).isFalse();
        assertThat(sandbox.shell("echo fine >/tmp/file && echo fine >here").succeeded())
                .isTrue();
        assertThat(image.resolve("tmp")).isEmptyDirectory();
    }

    @Test
    void anArchiveIsUnpackedAndIsTheRoot(@TempDir Path elsewhere) throws Exception {
        Path archive = elsewhere.resolve("image.tar");
        Process tar = new ProcessBuilder("tar", "-c", "-f", archive.toString(), "-C", image.toString(), ".").start();
        assertThat(tar.waitFor()).isZero();
        Sandbox sandbox = createFrom(archive.toString());
        assertThat(sandbox.shell("cat /etc/motd").stdout()).isEqualTo("an image\n");
        assertThat(sandbox.shell("echo harm >/etc/motd").succeeded()).isFalse();
    }

    @Test
    void filesWorkAndSoDoLaterSupervisorsWithoutTheProgramThatStartsSessions() {
        Sandbox sandbox = createFrom("file://" + image);
        sandbox.files().write("dir/file.txt", "text");
        assertThat(sandbox.files().readText("dir/file.txt")).isEqualTo("text");
        for (int i = 0; i < 3; i++) {
            assertThat(sandbox.exec(Command.of("cat").stdin("input")).stdout()).isEqualTo("input");
        }
    }

    @Test
    void aTerminalThatTheImageCannotMakeIsRefusedWithTheRemedy() {
        Sandbox sandbox = createFrom(image.toString());
        assertThatThrownBy(() -> sandbox.terminal(Command.of("sh"), new TerminalSize(80, 24)))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("script")
                .hasMessageContaining("util-linux");
    }
}
