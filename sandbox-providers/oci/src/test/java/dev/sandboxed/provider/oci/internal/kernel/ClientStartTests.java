package dev.sandboxed.provider.oci.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ClientStartTests {

    private static final int ENOSYS = 38;
    private static final int MEMBARRIER = HostPlatform.architecture().equals("arm64") ? 283 : 324;
    private static final int GETPID = HostPlatform.architecture().equals("arm64") ? 172 : 39;

    /** Starts a program that makes a system call, and returns the number of its error. */
    private static int errorOf(Kind kind, int call) throws IOException {
        assumeTrue(HostPlatform.isRoot(), "Only root has filters without giving up rights");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "There is no Perl to make the call");
        String script = "syscall(%d, 0, 0, 0); print $! + 0".formatted(call);
        Process process = kind.kernel().startClient(false, () -> new ProcessBuilder("perl", "-e", script).start());
        return Integer.parseInt(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    @Test
    void gvisorFindsNoCallThatWouldMakeItWait() throws IOException {
        assertThat(errorOf(Kind.GVISOR, MEMBARRIER)).isEqualTo(ENOSYS);
    }

    @Test
    void gvisorFindsAllOtherCalls() throws IOException {
        assertThat(errorOf(Kind.GVISOR, GETPID)).isZero();
    }

    @Test
    void otherRuntimesFindThatCall() throws IOException {
        assertThat(errorOf(Kind.RUNC, MEMBARRIER)).isZero();
    }
}
