package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FoundFileTests {

    @Test
    void whatFollowsTheMarkIsNoPlainFile() throws IOException {
        assertThat(FoundFile.parsed("/a b\0/c\nd\0//\0/link\0"))
                .containsExactly(new FoundFile("a b", true), new FoundFile("c\nd", true), new FoundFile("link", false));
    }

    @Test
    void whatIsNoPathOrHasNoEndIsPassedOver() throws IOException {
        assertThat(FoundFile.parsed("find: no\0/whole\0/cut o")).containsExactly(new FoundFile("whole", true));
    }

    @Test
    void aListOfMoreFilesThanThereCanBeFilledTheMemory() {
        String many = "/\0".repeat(2_000_000);

        assertThatIOException()
                .isThrownBy(() -> FoundFile.parsed(many))
                .withMessage("The sandbox has more than 1000000 files, too many to choose among");
    }
}
