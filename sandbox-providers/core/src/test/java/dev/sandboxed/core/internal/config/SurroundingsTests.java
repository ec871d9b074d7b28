package dev.sandboxed.core.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SurroundingsTests {

    @Test
    void thisProcessIsSeenAsItIs() {
        Surroundings surroundings = Surroundings.ofThisProcess();

        assertThat(surroundings.properties()).containsEntry("java.io.tmpdir", System.getProperty("java.io.tmpdir"));
        assertThat(surroundings.environment()).isEqualTo(System.getenv());
    }
}
