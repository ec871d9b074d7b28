package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.provider.local.internal.CommandLines;
import org.junit.jupiter.api.Test;

/** Variables with names that a shell cannot set: given all the same, or refused, and never shown to everybody. */
class OddVariableTests extends WithProvider {

    private static final String VALUE = "value-that-nobody-else-has-2718281828";
    private static final Limits LIMITS = Limits.builder().openFiles(64).build();

    @Test
    void secretReachesTheCommandAndIsInNoCommandLine() {
        SandboxSpec spec =
                SandboxSpec.builder().secret("A.B-C", Secret.of(VALUE)).build();
        try (Sandbox sandbox = provider.create(spec);
                Execution execution = sandbox.start(Command.of("/bin/cat", "/proc/self/environ", "/dev/zero"))) {
            assertThat(execution.next().orElseThrow().text()).contains("A.B-C=" + VALUE);
            assertThat(CommandLines.with(VALUE)).isEmpty();
        }
    }

    @Test
    void plainSecretIsInNoCommandLineWhereLimitsAreSet() {
        SandboxSpec spec = SandboxSpec.builder()
                .secret("PLAIN", Secret.of(VALUE))
                .limits(LIMITS)
                .build();
        try (Sandbox sandbox = provider.create(spec);
                Execution execution = sandbox.start(Command.shell("echo $PLAIN; sleep 300"))) {
            assertThat(execution.next().orElseThrow().text()).isEqualTo(VALUE + "\n");
            assertThat(CommandLines.with(VALUE)).isEmpty();
        }
    }

    /** The shell that sets the limits did not pass it on. */
    @Test
    void variableWithAnOddNameWasLostWhereLimitsAreSet() {
        assertThatThrownBy(() -> provider.create(SandboxSpec.builder()
                        .secret("A.B-C", Secret.of(VALUE))
                        .limits(LIMITS)
                        .build()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'A.B-C'")
                .hasMessageContaining("letters, digits and underscores")
                .hasMessageNotContaining(VALUE);
        try (Sandbox sandbox =
                provider.create(SandboxSpec.builder().limits(LIMITS).build())) {
            assertThatThrownBy(() -> sandbox.exec(Command.of("env").env("A.B-C", VALUE)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'A.B-C'")
                    .hasMessageNotContaining(VALUE);
        }
    }

    @Test
    void variableWithAnOddNameWasLostOnATerminal() {
        try (Sandbox sandbox = create()) {
            assertThatThrownBy(() -> sandbox.terminal(Command.of("env").env("A.B-C", VALUE), new TerminalSize(80, 24)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'A.B-C'");
        }
    }
}
