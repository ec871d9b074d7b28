package dev.sandboxed.provider.local.internal.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls the kernel from inside. Each call fails with another error, or not at all, where there is no filter. */
class SystemCallTests extends WithBubblewrap {

    private static final int EPERM = 1;
    private static final int ENOSYS = 38;

    private static final Map<String, String> X86 = Map.of(
            "keyctl", "250, 9999, 0, 0, 0, 0",
            "add_key", "248, 0, 0, 0, 0, 0",
            "ptrace", "101, 9999, 0, 0, 0",
            "perf_event_open", "298, 0, 0, -1, -1, 0",
            "unshare", "272, 0x10000000",
            "userfaultfd", "323, 0xffffff",
            "process_vm_readv", "310, 1, 0, 0, 0, 0, 0xff",
            "ioctl TIOCSTI", "16, 0, 0x5412, 0",
            "fsopen", "430, 0, 0xff",
            "kcmp", "312, 1, 1, 9999, 0, 0");

    private int errorOf(Sandbox sandbox, String call) {
        return Integer.parseInt(sandbox.exec("perl", "-e", "syscall(" + call + "); print $!+0;")
                .orThrow()
                .stdout());
    }

    @Test
    void dangerousCallsFailAsForbidden() {
        Sandbox sandbox = create();
        assumeTrue(sandbox.shell("uname -m").stdout().strip().equals("x86_64"), "the numbers are those of x86_64");
        assumeTrue(sandbox.shell("command -v perl").succeeded(), "perl is what makes the calls");
        X86.forEach((name, call) -> assertThat(errorOf(sandbox, call)).as(name).isEqualTo(EPERM));
        assertThat(errorOf(sandbox, "435, 0, 0")).as("clone3").isEqualTo(ENOSYS);
        assertThat(errorOf(sandbox, "425, 1, 0")).as("io_uring_setup").isEqualTo(ENOSYS);
    }

    @Test
    void aFilterAndNoPrivilegesHoldForTheFirstCommandAndForAllThatComeLater() {
        Sandbox sandbox = create();
        String script = "grep -E '^(NoNewPrivs|Seccomp|Cap[A-Z][a-z]+|Uid|Gid):' /proc/self/status /proc/1/status";
        String first = sandbox.shell(script).orThrow().stdout();
        assertThat(first.lines().filter(line -> line.contains("Cap")))
                .hasSize(10)
                .allMatch(line -> line.endsWith("0000000000000000"));
        assertThat(first).contains("NoNewPrivs:\t1", "Seccomp:\t2");
        for (int i = 0; i < 3; i++) {
            // What reads an input consumes its supervisor, so the next command has one that was started later.
            String later =
                    sandbox.exec(Command.shell(script).stdin("input")).orThrow().stdout();
            assertThat(later).isEqualTo(first);
        }
    }
}
