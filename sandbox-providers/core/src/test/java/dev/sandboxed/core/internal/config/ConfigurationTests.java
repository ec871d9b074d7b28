package dev.sandboxed.core.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.core.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTests {

    @TempDir
    Path folder;

    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();

    @Test
    void nothingSetMeansTheDefaults() {
        properties.put("java.io.tmpdir", "/scratch");
        properties.put("user.name", "ann");

        Configuration configuration = read();

        assertThat(configuration.stateDirectory()).isEqualTo(Path.of("/scratch/sandboxed-ann"));
        assertThat(configuration.provider()).isEmpty();
        assertThat(configuration.isolation()).isEqualTo(Isolation.PROCESS);
        assertThat(configuration.settingsOf("docker")).isEmpty();
    }

    @Test
    void aUserNameThatIsNoFileNameIsTamed() {
        properties.put("java.io.tmpdir", "/scratch");
        properties.put("user.name", "corp\\ann/..");

        assertThat(read().stateDirectory()).isEqualTo(Path.of("/scratch/sandboxed-corp_ann_.."));
    }

    @Test
    void theSourceClosestToTheUseWins() throws IOException {
        write("sandboxed.properties", "sandbox.provider = from-file");
        assertThat(read().provider()).hasValue("from-file");

        environment.put("SANDBOX_PROVIDER", "from-environment");
        assertThat(read().provider()).hasValue("from-environment");

        properties.put("sandbox.provider", "from-property");
        assertThat(read().provider()).hasValue("from-property");

        ConfigSource weaker = ConfigSource.of("JUnit parameter", Map.of("sandbox.provider", "from-junit"));
        assertThat(read(weaker).provider()).hasValue("from-junit");

        ConfigSource stronger = ConfigSource.of("attribute", Map.of("sandbox.provider", "from-annotation"));
        assertThat(read(stronger, weaker).provider()).hasValue("from-annotation");
    }

    @Test
    void aSettingKnowsWhereItWasWritten() throws IOException {
        Path file = write("sandboxed.properties", "sandbox.isolation = container");
        environment.put("SANDBOX_STATE_DIR", "/state");
        properties.put("sandbox.provider", "docker");

        Configuration configuration = read();

        assertThat(configuration.find(ConfigKey.ISOLATION))
                .hasValue(new Setting("sandbox.isolation", "container", "sandbox.isolation in " + file));
        assertThat(configuration.find(ConfigKey.STATE_DIR))
                .hasValue(new Setting("sandbox.stateDir", "/state", "environment variable SANDBOX_STATE_DIR"));
        assertThat(configuration.find(ConfigKey.PROVIDER))
                .hasValue(new Setting("sandbox.provider", "docker", "system property sandbox.provider"));
    }

    @Test
    void blankIsTheSameAsUnset() {
        properties.put("sandbox.provider", "  ");
        environment.put("SANDBOX_PROVIDER", "docker");

        assertThat(read().provider()).hasValue("docker");
    }

    @Test
    void autoNamesNoProviderAndStillWinsOverWeakerSources() {
        properties.put("sandbox.provider", "auto");
        environment.put("SANDBOX_PROVIDER", "docker");

        assertThat(read().provider()).isEmpty();
    }

    @Test
    void aRelativeStateDirectoryIsBelowTheWorkingDirectory() {
        properties.put("sandbox.stateDir", "build/../state");

        assertThat(read().stateDirectory()).isEqualTo(folder.resolve("state"));
    }

    @Test
    void aStateDirectoryThatIsAFileIsRefusedNamingKeyValueAndOrigin() throws IOException {
        Path file = write("taken", "");
        environment.put("SANDBOX_STATE_DIR", file.toString());

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read().stateDirectory())
                .withMessage(
                        "sandbox.stateDir is '" + file + "' (environment variable SANDBOX_STATE_DIR), but that is not"
                                + " a directory\n  remedy: name a directory, or a path where one can be made");
    }

    @Test
    void aPageIsWrittenOnlyWhereSomebodySaysBelowTheWorkingDirectory() {
        assertThat(read().reportDirectory()).isEmpty();

        properties.put("sandbox.reportDir", "target/page");
        assertThat(read().reportDirectory()).hasValue(folder.resolve("target/page"));
    }

    @Test
    void anUnknownIsolationIsRefusedNamingKeyValueOriginAndAllLevels() {
        properties.put("sandbox.isolation", "strong");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read().isolation())
                .withMessage(
                        "sandbox.isolation is 'strong' (system property sandbox.isolation), but that is no isolation"
                                + " level\n  remedy: use one of [process, filesystem, namespace, container, userspace-kernel,"
                                + " microvm]")
                .satisfies(e -> assertThat(e.code()).isEqualTo("configuration"));
    }

    @Test
    void aNamedFileIsReadInsteadOfTheUsualOne() throws IOException {
        write("sandboxed.properties", "sandbox.provider = usual");
        write("other.properties", "sandbox.provider = other");
        environment.put("SANDBOX_CONFIG", "other.properties");

        assertThat(read().provider()).hasValue("other");
    }

    @Test
    void aNamedFileThatIsMissingIsRefused() {
        properties.put("sandbox.config", "absent.properties");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::read)
                .withMessageStartingWith(
                        "sandbox.config is 'absent.properties' (system property sandbox.config), but there"
                                + " is no such file\n  remedy: ");
    }

    @Test
    void aFileWithABrokenEscapeIsRefusedNamingTheFile() throws IOException {
        Path file = write("sandboxed.properties", "sandbox.provider = \\u12");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::read)
                .withMessageStartingWith("The settings file " + file + ", but it cannot be read: ");
    }

    @Test
    void settingsOfAProviderAreMergedFromAllSources() throws IOException {
        write(
                "sandboxed.properties",
                "sandbox.e2b.apiKey = file\nsandbox.e2b.domain = file\nsandbox.e2b.region = file");
        environment.put("SANDBOX_E2B_API_KEY", "environment");
        environment.put("SANDBOX_E2B_DOMAIN", "environment");
        properties.put("sandbox.e2b.apiKey", "property");
        properties.put("sandbox.e2bx.apiKey", "another provider");

        assertThat(read().settingsOf("e2b"))
                .containsOnly(
                        Map.entry("apiKey", "property"),
                        Map.entry("domain", "environment"),
                        Map.entry("region", "file"));
    }

    @Test
    void aProviderWithADashHasEnvironmentVariablesToo() {
        environment.put("SANDBOX_MY_CLOUD_TOKEN_FILE", "/t");

        assertThat(read().settingsOf("my-cloud")).containsExactly(Map.entry("tokenFile", "/t"));
    }

    @Test
    void knownSettingsGiveNoWarning() throws IOException {
        write("sandboxed.properties", "sandbox.stateDir = s\nsandbox.docker.host = h");
        environment.put("SANDBOX_DOCKER_HOST", "h");
        properties.put("sandbox.isolation", "process");
        properties.put("another.key", "x");

        assertThat(read().warnings(Set.of("docker"))).isEmpty();
    }

    @Test
    void aMistypedKeyIsReportedWithTheNearestOne() throws IOException {
        Path file = write("sandboxed.properties", "sandbox.isolaton = container\nstateDir = x");
        environment.put("SANDBOX_STATEDIR", "/x");
        properties.put("sandbox.dokcer.host", "h");

        assertThat(read().warnings(Set.of("docker")))
                .containsExactly(
                        "Unknown setting 'sandbox.dokcer.host' (system property sandbox.dokcer.host) is ignored;"
                                + " did you mean sandbox.docker.host?",
                        "Unknown setting 'SANDBOX_STATEDIR' (environment variable SANDBOX_STATEDIR) is ignored;"
                                + " did you mean SANDBOX_STATE_DIR?",
                        "Unknown setting 'sandbox.isolaton' (sandbox.isolaton in " + file + ") is ignored;"
                                + " did you mean sandbox.isolation?",
                        "Unknown setting 'stateDir' (stateDir in " + file + ") is ignored; known are "
                                + String.join(", ", ConfigKey.keys())
                                + ", sandbox.env.NAME, sandbox.label.name, sandbox.provision.<program>.<key> and"
                                + " sandbox.<provider>.<key> for docker");
    }

    @Test
    void aVariableOfSomebodyElseIsLeftAlone() {
        environment.put("SANDBOX_ID", "17");
        environment.put("SANDBOX_RUNNER_LABEL", "x");

        assertThat(read().warnings(Set.of("docker"))).isEmpty();
    }

    private Configuration read(ConfigSource... closest) {
        properties.put("user.dir", folder.toString());
        return Configuration.read(new Surroundings(properties, environment), closest);
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }
}
