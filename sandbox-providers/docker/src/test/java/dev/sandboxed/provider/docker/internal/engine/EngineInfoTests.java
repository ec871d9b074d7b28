package dev.sandboxed.provider.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.provider.docker.internal.EngineRequired;
import dev.sandboxed.provider.docker.internal.NeedsDocker;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineInfoTests {

    private static EngineInfo read(String version, String info) throws JsonProcessingException {
        JsonMapper json = JsonMapper.builder().build();
        return EngineInfo.read(json.readTree(version), json.readTree(info), ApiLevel.OLDEST);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Docker          | {}                                           | {}",
                "Docker Desktop  | {}                                           | {'OperatingSystem':'Docker Desktop'}",
                "Docker Desktop  | {'Platform':{'Name':'Docker Desktop 4.30'}}  | {}",
                "Rancher Desktop | {}                                           | {'OperatingSystem':'Rancher Desktop WSL'}",
                "Colima          | {}                                           | {'Name':'colima-work'}",
                "Podman          | {'Components':[{'Name':'Podman Engine'}]}    | {}"
            })
    void theKindOfEngineIsRecognised(String name, String version, String info) throws JsonProcessingException {
        assertThat(read(version.replace('\'', '"'), info.replace('\'', '"')).name())
                .isEqualTo(name);
    }

    @Test
    void everythingIsReadFromWhatTheEngineAnswers() {
        try (ScriptedEngine scripted = ScriptedEngine.docker("28.5.0", "1.24", "1.51");
                Engine engine = NegotiationTests.connect(scripted)) {
            EngineInfo info = engine.info();

            assertThat(info.cgroupVersion()).isEqualTo(2);
            assertThat(info.rootless()).isFalse();
            assertThat(info.runtimes())
                    .containsEntry("runsc", "/usr/bin/runsc --platform=ptrace")
                    .containsKey("runc");
            assertThat(info.defaultRuntime()).isEqualTo("runc");
            assertThat(info.storage()).isEqualTo(new EngineInfo.Storage("overlay2", "xfs", "/var/lib/docker"));
            assertThat(info.machine())
                    .isEqualTo(new EngineInfo.Machine("linux", "x86_64", "6.1.0", 4, DataSize.ofMebibytes(1024)));
        }
    }

    @Test
    @NeedsDocker
    void aRealEngineTellsAllOfIt() {
        try (Engine engine = Engine.of(EngineRequired.hostContext(Path.of("unused")))) {
            EngineInfo info = engine.info();

            assertThat(info.version()).isNotEqualTo("unknown");
            assertThat(info.apiVersion()).isBetween(ApiLevel.OLDEST, ApiLevel.NEWEST);
            assertThat(info.runtimes()).containsKey(info.defaultRuntime());
            assertThat(info.storage().driver()).isNotEmpty();
            assertThat(info.storage().folder()).startsWith("/");
            assertThat(info.machine().os()).isEqualTo("linux");
            assertThat(info.machine().cpus()).isPositive();
            assertThat(info.machine().memory().bytes()).isPositive();
            assertThat(engine.client().versionCmd().exec().getVersion()).isEqualTo(info.version());
        }
    }
}
