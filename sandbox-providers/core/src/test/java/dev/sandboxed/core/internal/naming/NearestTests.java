package dev.sandboxed.core.internal.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTests {

    private static final List<String> NAMES = List.of("docker", "firecracker", "runc", "e2b");

    @Test
    void swappedLettersAreOneMistake() {
        assertThat(Nearest.to("rucn", NAMES)).hasValue("runc");
    }

    @Test
    void missingAddedAndWrongLettersAreForgiven() {
        assertThat(Nearest.to("dockr", NAMES)).hasValue("docker");
        assertThat(Nearest.to("dockerr", NAMES)).hasValue("docker");
        assertThat(Nearest.to("firekraker", NAMES)).hasValue("firecracker");
    }

    @Test
    void upperCaseIsNoMistake() {
        assertThat(Nearest.to("E2B", NAMES)).hasValue("e2b");
    }

    @Test
    void aWordThatIsMostlyDifferentResemblesNothing() {
        assertThat(Nearest.to("podman", NAMES)).isEmpty();
        assertThat(Nearest.to("abc", NAMES)).isEmpty();
    }
}
