package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BadInputTests extends WithProvider {

    /** The kernel lets nobody make folders there, not even root. */
    @Test
    void stateFolderThatCannotBeWrittenIsNamedWithTheRemedy() {
        Path readOnly = Path.of("/proc/sys/sandboxed");
        try (SubprocessProvider unlucky = new SubprocessProvider(ProviderContext.in(readOnly))) {
            assertThatThrownBy(() -> unlucky.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("'/proc/sys/sandboxed'")
                    .hasMessageContaining("SANDBOX_STATE_DIR");
        }
    }

    @Test
    void stateFolderThatIsAFileIsNamedToo() throws Exception {
        Path file = Files.writeString(state.resolve("file"), "in the way");
        try (SubprocessProvider unlucky = new SubprocessProvider(ProviderContext.in(file))) {
            assertThatThrownBy(() -> unlucky.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining(file.toString());
        }
        assertThat(file).hasContent("in the way");
    }

    @Test
    void fullDiskIsToldAndLeavesNoHalfFile() throws Exception {
        assumeTrue(HostPlatform.isRoot(), "only root can mount a small disk");
        Path disk = Files.createDirectories(state.resolve("disk"));
        assumeTrue(
                call("mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", disk.toString()) == 0,
                "mounting is forbidden");
        try (SubprocessProvider small = new SubprocessProvider(ProviderContext.in(disk))) {
            Sandbox sandbox = small.create(SandboxSpec.defaults());
            assertThatThrownBy(() -> sandbox.files().write("large", new byte[2 << 20]))
                    .isInstanceOf(SandboxFileException.class)
                    .hasMessageContaining("Cannot write 'large': the disk is full")
                    .hasMessageContaining("SANDBOX_STATE_DIR");
            assertThat(sandbox.files().exists("large")).isFalse();
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        } finally {
            assertThat(call("umount", disk.toString())).isZero();
        }
    }

    @Test
    void optionThatNobodyKnowsIsRefused() {
        SandboxSpec spec =
                SandboxSpec.builder().option("docker.runtime", "runsc").build();
        assertThatThrownBy(() -> provider.create(spec))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("[docker.runtime]");
        assertThat(leftovers()).isEmpty();
    }

    private static int call(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(List.of(command)).inheritIO().start().waitFor();
    }
}
