package dev.sandboxed.provider.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineAddressTests {

    @Test
    void socketsAndPortsAreRead() {
        assertThat(EngineAddress.parse("unix:///a b/docker.sock", null))
                .isEqualTo(new EngineAddress.Unix(Path.of("/a b/docker.sock")));
        assertThat(EngineAddress.parse("tcp://host:1234", null)).isEqualTo(new EngineAddress.Tcp("host", 1234, null));
        assertThat(EngineAddress.parse("TCP://host", null)).isEqualTo(new EngineAddress.Tcp("host", 2375, null));
        assertThat(EngineAddress.parse("http://host:1/", null)).isEqualTo(new EngineAddress.Tcp("host", 1, null));
    }

    @Test
    void aPortOfAnAddressOfVersionSixIsRead() {
        assertThat(EngineAddress.parse("tcp://[::1]:2375", null).uri().getPort())
                .isEqualTo(2375);
    }

    @Test
    void aSocketWithABlankInItsNameHasAnAddress() {
        assertThat(new EngineAddress.Unix(Path.of("/a b/docker.sock")).uri().getPath())
                .isEqualTo("/a b/docker.sock");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssh://me@far",
                "npipe:////./pipe/docker_engine",
                "fd://",
                "https://far:1",
                "/var/run/docker.sock",
                "unix://relative.sock",
                "tcp://",
                "tcp://host:1/path",
                "tcp://a b:1",
                ""
            })
    void everythingElseIsRefusedAndQuoted(String text) {
        assertThatThrownBy(() -> EngineAddress.parse(text, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void versionsAreComparedAsNumbers() {
        assertThat(ApiLevel.parse("1.9").orElseThrow())
                .isLessThan(ApiLevel.parse("1.41").orElseThrow());
        assertThat(ApiLevel.parse("1.x")).isEmpty();
        assertThat(ApiLevel.parse(null)).isEmpty();
    }
}
