package dev.sandboxed.provider.local.internal.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts on which no overlay can be had: made in a mount namespace of their own, which only another JVM sees. */
@NeedsBubblewrap
class NoOverlayTests {

    @TempDir
    Path folder;

    @BeforeEach
    void makeFolders() throws IOException {
        assumeTrue(HostPlatform.isRoot(), "only root can make such hosts");
        for (String name : List.of("lower", "upper", "work", "shown")) {
            Files.createDirectory(folder.resolve(name));
        }
    }

    private String tellAfter(String mount) throws Exception {
        List<String> first = List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "cd \"$1\" && " + mount + " && shift && exec \"$@\"",
                "sh",
                folder + "");
        Process told = ForkedJvm.start(
                first,
                ForkedJvm.classPath(),
                Program.class,
                folder.resolve("shown/state").toString());
        String output = new String(told.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(told.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void aStateFolderThatCanHoldNoChangesMakesProgramsReadOnly() throws Exception {
        assertThat(tellAfter("mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work overlay shown"))
                .contains("usr=read-only: no overlay can be mounted")
                .contains(folder.resolve("shown/state").toString())
                .endsWith("read-only\n");
    }

    @Test
    void aFileSystemBelowTheProgramsIsNotHiddenByAnOverlay() throws Exception {
        assertThat(tellAfter("mount -t tmpfs none /usr/local && : >/usr/local/there"))
                .contains("usr=read-only: '/usr/local' is a file system of its own")
                .endsWith("there\nread-only\n");
    }

    /** Makes a sandbox and tells what it sees. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) {
            BubblewrapProvider provider = new BubblewrapProvider(ProviderContext.in(Path.of(arguments[0])));
            System.out.println(provider.status());
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                System.out.print(sandbox.shell("ls /usr/local | grep '^there$'; touch /usr/new || echo read-only")
                        .stdout());
            }
        }
    }
}
