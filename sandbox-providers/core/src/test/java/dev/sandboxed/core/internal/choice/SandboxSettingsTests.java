package dev.sandboxed.core.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.core.config.ConfigurationException;
import dev.sandboxed.core.config.Prefer;
import dev.sandboxed.core.config.Workload;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxSettingsTests {

    private static SandboxSettings read(Map<String, String> settings, SandboxSpec base) {
        Surroundings nothing = new Surroundings(Map.of(), Map.of("API_KEY", "the-key\n", "BLANK", " "));
        return SandboxSettings.read(Configuration.read(nothing, ConfigSource.of("test", settings)), base);
    }

    @Test
    void everySettingArrives() {
        SandboxSettings settings = read(
                Map.ofEntries(
                        Map.entry("sandbox.provider", "docker"),
                        Map.entry("sandbox.isolation", "container"),
                        Map.entry("sandbox.image", "alpine:3"),
                        Map.entry("sandbox.cpus", "0.5"),
                        Map.entry("sandbox.memory", "256m"),
                        Map.entry("sandbox.disk", "1g"),
                        Map.entry("sandbox.processes", "64"),
                        Map.entry("sandbox.files", "128"),
                        Map.entry("sandbox.addressSpace", "2g"),
                        Map.entry("sandbox.cpuTime", "10s"),
                        Map.entry("sandbox.user", "nobody"),
                        Map.entry("sandbox.workdir", "/work"),
                        Map.entry("sandbox.readOnlyRoot", "true"),
                        Map.entry("sandbox.network", "a.example,b.example"),
                        Map.entry("sandbox.ports", "80,8080"),
                        Map.entry("sandbox.bandwidth", "1m"),
                        Map.entry(
                                "sandbox.credentials",
                                "https://a.example=API_KEY, http://b.example:8080=X-Key:API_KEY"),
                        Map.entry("sandbox.timeout", "5s"),
                        Map.entry("sandbox.workload", "service"),
                        Map.entry("sandbox.prefer", "speed"),
                        Map.entry("sandbox.onUnavailable", "SKIP"),
                        Map.entry("sandbox.keep", "on-failure"),
                        Map.entry("sandbox.env.NAME", "value"),
                        Map.entry("sandbox.label.team", "blue")),
                SandboxSpec.defaults());
        SandboxSpec expected = SandboxSpec.builder()
                .image("alpine:3")
                .limits(Limits.builder()
                        .cpus(0.5)
                        .memory(DataSize.ofMebibytes(256))
                        .disk(DataSize.ofGibibytes(1))
                        .bandwidth(DataSize.ofMebibytes(1))
                        .processes(64)
                        .openFiles(128)
                        .addressSpace(DataSize.ofGibibytes(2))
                        .cpuTime(Duration.ofSeconds(10))
                        .build())
                .user("nobody")
                .workdir("/work")
                .readOnlyRoot(true)
                .network(NetworkPolicy.allowing("a.example", "b.example").exposing(80, 8080))
                .credential(Credential.bearer("https://a.example", Secret.of("the-key")))
                .credential(Credential.of("http://b.example:8080", "X-Key", Secret.of("the-key")))
                .env("NAME", "value")
                .label("team", "blue")
                .build();
        assertThat(settings.request())
                .isEqualTo(ProviderRequest.of(expected)
                        .atLeast(Isolation.CONTAINER)
                        .on("docker")
                        .ordered(Workload.SERVICE, Prefer.SPEED));
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void whatIsNotSetIsTheBaseOrTheDefault() {
        SandboxSpec base = SandboxSpec.builder().env("KEPT", "yes").build();
        SandboxSettings settings = read(Map.of(), base);
        assertThat(settings.request()).isEqualTo(ProviderRequest.of(base));
        assertThat(settings.timeout()).isEqualTo(Command.DEFAULT_TIMEOUT);
    }

    @ParameterizedTest
    @CsvSource({
        "sandbox.cpus, many, it is not a number; write for example 0.5",
        "sandbox.processes, 1.5, it is not a whole number; write for example 64",
        "sandbox.readOnlyRoot, yes, it is neither true nor false",
        "sandbox.prefer, cheap, 'it is none of [isolation, speed]'",
        "sandbox.timeout, 5, 'Not a duration: ''5''; write a whole number with a unit, such as 500ms, 5s, 2m or 1h'"
    })
    void valueThatCannotBeUsedIsNamedWithItsKeyAndOrigin(String key, String value, String why) {
        assertThatThrownBy(() -> read(Map.of(key, value), SandboxSpec.defaults()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(key + " is '" + value + "' (test " + key + "), but that cannot be used: " + why);
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example, no name of an environment variable",
        "https://a.example=, no name of an environment variable",
        "=API_KEY, no name of an environment variable",
        "https://a.example=NO_SUCH_KEY, the environment variable that should have the key for https://a.example is not set",
        "https://a.example=BLANK, is not set",
        "https://a.example=sk-written-by-mistake, no name of an environment variable",
        "https://a.example=d3JpdHRlbg==, no name of an environment variable",
        "a.example=API_KEY, 'Not a service for a credential: ''a.example'''",
        "https://a.example=Host:API_KEY, 'Not a header for a credential: ''Host'''",
        "https://c.example=API_KEY, 'https://c.example, which the network of the sandbox does not allow (a.example)'"
    })
    void credentialsThatCannotBeUsedAreNamedWithoutTheirKey(String value, String why) {
        assertThatThrownBy(() -> read(
                        Map.of("sandbox.network", "a.example", "sandbox.credentials", value), SandboxSpec.defaults()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith(
                        "sandbox.credentials is set (test sandbox.credentials), but that cannot be used: ")
                .hasMessageContaining(why)
                .hasMessageNotContaining("the-key")
                .hasMessageNotContaining("mistake")
                .hasMessageNotContaining("d3Jp");
    }

    @Test
    void portsOfTheBaseStayExposedWhateverASettingSaysOfTheNetwork() {
        SandboxSpec base = SandboxSpec.builder()
                .network(NetworkPolicy.of(Network.NONE).exposing(80))
                .build();

        assertThat(read(Map.of("sandbox.network", "full"), base)
                        .request()
                        .spec()
                        .network())
                .contains(NetworkPolicy.of(Network.FULL).exposing(80));
        assertThat(read(Map.of("sandbox.ports", "81"), base).request().spec().network())
                .contains(NetworkPolicy.of(Network.NONE).exposing(81));
        assertThat(read(Map.of("sandbox.ports", "81"), SandboxSpec.defaults())
                        .request()
                        .spec()
                        .network())
                .contains(NetworkPolicy.of(Network.NONE).exposing(81));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65536", "http", "80,,81"})
    void whatIsNoPortIsRefusedWithItsKey(String ports) {
        assertThatThrownBy(() -> read(Map.of("sandbox.ports", ports), SandboxSpec.defaults()))
                .hasMessageContaining("sandbox.ports");
    }
}
