package dev.sandboxed.provider.local.internal.bubblewrap.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.local.internal.bubblewrap.WithBubblewrap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the contract says of address spaces is tried there; this is about which processes have the limit. */
@Timeout(60)
class AddressSpaceTests extends WithBubblewrap {

    private static final int LEAST = 64;

    private Sandbox limited(int mebibytes) {
        Limits limits =
                Limits.builder().addressSpace(DataSize.ofMebibytes(mebibytes)).build();
        return provider.create(SandboxSpec.builder().limits(limits).build());
    }

    private static String kibibytes(int mebibytes) {
        return mebibytes * 1024 + "\n";
    }

    @Test
    void everyCommandHasTheLimitWhoeverStartsIt() {
        try (Sandbox sandbox = limited(128)) {
            assertThat(sandbox.shell("ulimit -v").stdout()).isEqualTo(kibibytes(128));
            try (Execution first = sandbox.start(Command.of("sleep", "60"))) {
                assertThat(sandbox.shell("ulimit -v").stdout()).isEqualTo(kibibytes(128));
                assertThat(first.isRunning()).isTrue();
            }
        }
    }

    @Test
    void aCommandOfTwoMegabytesRunsInTheLeastAddressSpace() {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "echo $#", "sh"));
        words.addAll(Collections.nCopies(18, "x".repeat(100_000)));
        try (Sandbox sandbox = limited(LEAST)) {
            assertThat(sandbox.exec(Command.of(words)).stdout()).isEqualTo("18\n");
        }
    }

    @Test
    void tooSmallAnAddressSpaceIsRefusedBeforeAnythingStarts() {
        assertThatThrownBy(() -> limited(LEAST - 1))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("address space of 63")
                .hasMessageContaining("at least 64");
    }

    @Test
    void aCommandOnATerminalHasTheLimit() throws IOException {
        try (Sandbox sandbox = limited(128);
                Terminal terminal = sandbox.terminal(Command.shell("ulimit -v"), TerminalSize.DEFAULT)) {
            assertThat(new String(terminal.output().readAllBytes(), StandardCharsets.UTF_8))
                    .contains(String.valueOf(128 * 1024));
        }
    }
}
