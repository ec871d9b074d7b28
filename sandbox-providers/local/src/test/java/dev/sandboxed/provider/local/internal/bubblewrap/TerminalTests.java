package dev.sandboxed.provider.local.internal.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is special to a terminal that is made inside by a program. */
@Timeout(60)
class TerminalTests extends WithBubblewrap {

    private static final TerminalSize SIZE = new TerminalSize(80, 24);

    private Sandbox sandbox;

    @BeforeEach
    void begin() {
        assumeTrue(provider.capabilities().has(Capability.TERMINAL), "there is no program that makes terminals");
        sandbox = create();
    }

    private static String outputOf(Terminal terminal) throws IOException {
        return new String(terminal.output().readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"10, 1", "40000, 1", "70000, 1", "130000, 1", "100000, 15"})
    void aTerminalWithManyArgumentsHungForTwentySeconds(int length, int words) throws IOException {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", "echo $# ${#1} ${#2}", "sh"));
        argv.addAll(Collections.nCopies(words, "x".repeat(length)));
        argv.add("quote ' and\nline");
        try (Terminal terminal = sandbox.terminal(Command.of(argv), SIZE)) {
            int second = words == 1 ? "quote ' and\nline".length() : length;
            assertThat(outputOf(terminal))
                    .isEqualToIgnoringNewLines((words + 1) + " " + length + " " + second + "\r\n");
            assertThat(terminal.await()).isEqualTo(Ending.exited(0));
        }
    }

    @Test
    void argumentsBeyondWhatTheKernelTakesAreRefusedAtOnce() {
        assertThatThrownBy(() -> sandbox.terminal(Command.of("echo", "x".repeat(200_000)), SIZE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("argument");
    }

    @Test
    void theArgumentsOfATerminalAreNotThoseOfTheProgramThatMakesIt() throws IOException {
        try (Terminal terminal =
                sandbox.terminal(Command.shell("echo ready; sleep 1000").env("odd-name", "very-secret"), SIZE)) {
            assertThat(terminal.output().read()).isEqualTo('r');
            assertThat(sandbox.shell("cat /proc/[0-9]*/cmdline | tr '\\0' ' '").stdout())
                    .contains("script")
                    .doesNotContain("very-secret");
        }
    }
}
