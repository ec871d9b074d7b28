package dev.sandboxed.provider.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.exception.BadRequestException;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus.Unavailable;
import dev.sandboxed.api.error.ProviderUnavailableException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NegotiationTests {

    static Engine connect(ScriptedEngine engine) {
        return Engine.of(ProviderContext.in(Path.of("unused")).withSettings(Map.of("host", engine.address())));
    }

    @ParameterizedTest
    @CsvSource({
        "20.10.24, 1.12, 1.41, 1.41",
        "25.0.3,   1.24, 1.44, 1.44",
        "28.5.0,   1.24, 1.51, 1.51",
        "29.0.0,   1.44, 1.52, 1.51",
        "29.6.1,   1.40, 1.55, 1.51"
    })
    void theClientSpeaksTheNewestVersionThatBothKnow(String version, String oldest, String newest, String spoken) {
        try (ScriptedEngine scripted = ScriptedEngine.docker(version, oldest, newest);
                Engine engine = connect(scripted)) {
            engine.client().versionCmd().exec();

            assertThat(engine.info().apiVersion()).hasToString(spoken);
            assertThat(engine.info().version()).isEqualTo(version);
            assertThat(scripted.requests())
                    .containsExactly("GET /_ping", "GET /version", "GET /info", "GET /v" + spoken + "/version");
        }
    }

    @Test
    void podmanIsSpokenToInTheVersionThatItEmulates() {
        try (ScriptedEngine scripted = ScriptedEngine.podman();
                Engine engine = connect(scripted)) {
            engine.client().versionCmd().exec();

            assertThat(scripted.requests()).last().isEqualTo("GET /v1.41/version");
            assertThat(engine.info().name()).isEqualTo("Podman");
            assertThat(engine.info().rootless()).isTrue();
        }
    }

    @Test
    void aVersionInASystemPropertyDoesNotWin() {
        String before = System.setProperty("api.version", "1.12");
        try (ScriptedEngine scripted = ScriptedEngine.docker("29.0.0", "1.44", "1.52");
                Engine engine = connect(scripted)) {
            engine.client().versionCmd().exec();

            assertThat(scripted.requests()).last().isEqualTo("GET /v1.51/version");
        } finally {
            if (before == null) {
                System.clearProperty("api.version");
            } else {
                System.setProperty("api.version", before);
            }
        }
    }

    @Test
    void anEngineThatIsTooOldIsRefusedAndNamed() {
        try (ScriptedEngine scripted = ScriptedEngine.docker("19.03.15", "1.12", "1.40");
                Engine engine = connect(scripted)) {
            assertThat(engine.status()).isInstanceOfSatisfying(Unavailable.class, status -> {
                assertThat(status.reason())
                        .contains("19.03.15")
                        .contains("1.40")
                        .contains("1.41");
                assertThat(status.remedy()).contains("20.10 or newer");
            });
            assertThatThrownBy(engine::client).isInstanceOf(ProviderUnavailableException.class);
        }
    }

    @Test
    void anEngineThatIsTooNewIsRefusedAndNamed() {
        try (ScriptedEngine scripted = ScriptedEngine.docker("35.0.0", "1.60", "1.70");
                Engine engine = connect(scripted)) {
            assertThat(engine.status()).isInstanceOfSatisfying(Unavailable.class, status -> {
                assertThat(status.reason()).contains("35.0.0").contains("1.60").contains("1.51");
                assertThat(status.remedy()).contains("DOCKER_MIN_API_VERSION=1.51");
            });
        }
    }

    /** Proves that the scripted engine refuses as a real one does, so that the tests above mean something. */
    @Test
    void theScriptedEngineRefusesVersionsThatItDoesNotSpeak() throws Exception {
        try (ScriptedEngine scripted = ScriptedEngine.docker("29.0.0", "1.44", "1.52");
                EngineTransport transport = EngineTransport.to(EngineAddress.parse(scripted.address(), null))) {
            assertThatThrownBy(() ->
                            transport.client(new ApiLevel(1, 32)).versionCmd().exec())
                    .isInstanceOf(BadRequestException.class)
                    .hasMessageContaining("client version 1.32 is too old. Minimum supported API version is 1.44");
            assertThatThrownBy(() ->
                            transport.client(new ApiLevel(1, 53)).versionCmd().exec())
                    .isInstanceOf(BadRequestException.class)
                    .hasMessageContaining("client version 1.53 is too new. Maximum supported API version is 1.52");
        }
    }

    @Test
    void anEngineThatWasReplacedByAnotherVersionIsSpokenToInThatOne() {
        ScriptedEngine old = ScriptedEngine.docker("25.0.3", "1.24", "1.44");
        int port = old.port();
        try (old;
                Engine engine = connect(old)) {
            engine.client().versionCmd().exec();
            old.close();
            try (ScriptedEngine young = ScriptedEngine.dockerAt(port, "28.5.0", "1.24", "1.51")) {
                assertThat(engine.status().isAvailable()).isTrue();
                engine.client().versionCmd().exec();

                assertThat(young.requests()).last().isEqualTo("GET /v1.51/version");
            }
        }
    }
}
