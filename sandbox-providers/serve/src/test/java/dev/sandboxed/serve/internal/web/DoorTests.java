package dev.sandboxed.serve.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoorTests {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.0.0.2, true",
        "localhost, true",
        "::1, true",
        "0.0.0.0, false",
        "192.0.2.1, false"
    })
    void itIsKnownWhetherOnlyThisMachineReachesIt(String host, boolean only) {
        assertThat(new Door(host, 0, null).isLoopback()).isEqualTo(only);
    }

    @Test
    void itIsToldAsItIsNamed() {
        assertThat(Door.loopback(7)).hasToString("127.0.0.1:7");
        assertThat(Door.file(Path.of("/run/a.sock"))).hasToString("/run/a.sock");
    }
}
