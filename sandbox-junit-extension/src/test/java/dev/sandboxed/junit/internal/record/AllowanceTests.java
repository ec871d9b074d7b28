package dev.sandboxed.junit.internal.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class AllowanceTests {

    private final Allowance allowance = new Allowance();

    @Test
    void aTextIsCutButNotWithinACharacter() {
        assertThat(allowance.head("ab\uD83D\uDE00cd", 3)).isEqualTo("ab\uD83D\uDE00…");
        assertThat(allowance.tail("ab\uD83D\uDE00cd", 3)).isEqualTo("…cd");
        assertThat(allowance.tail("abcd", 4)).isEqualTo("abcd");
    }

    @Test
    void aFloodOfTextIsLeftOutAndCounted() {
        String much = "x".repeat(1 << 20);
        for (int i = 0; i < 16; i++) {
            assertThat(allowance.head(much, much.length())).hasSize(much.length());
        }

        assertThat(allowance.head("one more", 100)).isEqualTo("(left out: the run has told too much)");
        assertThat(allowance.textsLeftOut()).isEqualTo(1);
    }

    @Test
    void ofManyCommandsTheLastOnesStayAndTheOthersAreCounted() {
        SandboxNote sandbox = new SandboxNote("box", "mock");
        for (int i = 0; i < 1_000; i++) {
            assertThat(sandbox.add(new CommandNote("command " + i, Instant.EPOCH), allowance))
                    .isTrue();
        }

        var entry = sandbox.entry(new Clock(Instant.EPOCH, () -> Instant.EPOCH), UnaryOperator.identity());

        assertThat(entry.commands()).hasSize(200);
        assertThat(entry.commands().get(199).command()).isEqualTo("command 999");
        assertThat(entry.commandsLeftOut()).isEqualTo(800);
    }

    @Test
    void aRunKeepsOnlySoManyCommandsOfAllSandboxesTogether() {
        long kept = 0;
        for (int box = 0; box < 300; box++) {
            SandboxNote sandbox = new SandboxNote("box", "mock");
            for (int i = 0; i < 200; i++) {
                kept += sandbox.add(new CommandNote("command", Instant.EPOCH), allowance) ? 1 : 0;
            }
        }

        assertThat(kept).isEqualTo(50_000);
    }
}
