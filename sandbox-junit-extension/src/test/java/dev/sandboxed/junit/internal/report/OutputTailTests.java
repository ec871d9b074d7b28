package dev.sandboxed.junit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SecretMask;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OutputTailTests {

    private static final String TOKEN = "0123456789-abcdefghij-0123456789-klmnopq";
    private static final SecretMask MASK = SecretMask.of(Set.of(Secret.of(TOKEN)));

    private final OutputTail tail = new OutputTail();

    private void wrote(Source source, String text) {
        tail.add(new OutputChunk(source, text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void tellsTheEndOfEachOutput() {
        wrote(Source.STDOUT, "one\n");
        wrote(Source.STDERR, "odd");
        wrote(Source.STDOUT, "two\n");

        assertThat(tail.describe(MASK)).isEqualTo("\n  stdout so far: one\n    two\n  stderr so far: odd");
    }

    /** Masks are shorter than what they hide, so that the edge of what was kept came into sight, and with it the rest of a secret. */
    @Test
    void noRestOfASecretIsAtTheEdgeOfWhatWasKept() {
        for (int i = 0; i < 1_000; i++) {
            wrote(Source.STDOUT, TOKEN + "\n");
        }

        assertThat(tail.describe(MASK))
                .contains("***")
                .doesNotContain("klmnopq", "abc")
                .contains("stdout so far: …");
    }

    @Test
    void isForgottenWhenItIsCleared() {
        wrote(Source.STDOUT, "one");
        tail.clear();

        assertThat(tail.describe(MASK)).isEqualTo("\n  stdout so far: (empty)\n  stderr so far: (empty)");
    }
}
