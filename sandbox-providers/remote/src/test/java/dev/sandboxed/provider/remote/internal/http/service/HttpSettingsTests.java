package dev.sandboxed.provider.remote.internal.http.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSettingsTests {

    @TempDir
    private Path folder;

    private HttpSettings settings(String... pairs) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            given.put(pairs[i], pairs[i + 1]);
        }
        return new HttpSettings("http", ProviderContext.in(folder).withSettings(given));
    }

    @Test
    void withoutAnyThereIsNoEndpointAndTheUsualTime() {
        HttpSettings settings = settings();
        assertThat(settings.endpoint()).isEmpty();
        assertThat(settings.token()).isEmpty();
        assertThat(settings.provider()).isEmpty();
        assertThat(settings.requestTimeout()).isEqualTo(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8080, http://127.0.0.1:8080/, true",
        "http://[::1]:8080, http://[::1]:8080/, true",
        "http://localhost:8080/below, http://localhost:8080/below, true",
        "https://box.example, https://box.example/, false",
        "http://127.example:80, http://127.example/, false",
        "unix:/run/served, unix:/run/served, true",
        "unix:///run/served, unix:/run/served, true"
    })
    void anEndpointIsAnAddressOrASocket(String written, String shown, boolean here) {
        Endpoint endpoint = settings("endpoint", written).endpoint().orElseThrow();
        assertThat(endpoint).hasToString(shown);
        assertThat(endpoint.isHere()).isEqualTo(here);
    }

    @ParameterizedTest
    @ValueSource(strings = {"box:8080", "ftp://box", "unix:relative", "http://box?query=1", "http://"})
    void whatIsNoEndpointIsRefusedWithItsNameItsValueAndTheRemedy(String written) {
        assertThatThrownBy(() -> settings("endpoint", written))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sandbox.http.endpoint")
                .hasMessageContaining("'" + written + "'")
                .hasMessageContaining("unix:/path/to/socket");
    }

    @Test
    void aPasswordInAnEndpointIsRefusedAndNotShown() {
        assertThatThrownBy(() -> settings("endpoint", "http://me:hunter2@box"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sandbox.http.token")
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "soon", "-5s"})
    void aTimeThatIsNoneIsRefused(String written) {
        assertThatThrownBy(() -> settings("requestTimeout", written))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sandbox.http.requestTimeout is '" + written + "'");
    }

    @Test
    void aTokenThatNoHeaderCanCarryIsRefusedAndNotShown() {
        assertThatThrownBy(() -> settings("token", "half\nhidden"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sandbox.http.token")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void aFileWithTheTokenWinsAndIsReadEachTime() throws IOException {
        Path file = folder.resolve("token");
        HttpSettings settings = settings("token", "given", "tokenFile", file.toString());
        assertThat(settings.token()).isEmpty();
        Files.writeString(file, "first\n");
        assertThat(settings.token()).contains("first");
        Files.writeString(file, "second");
        assertThat(settings.token()).contains("second");
    }
}
