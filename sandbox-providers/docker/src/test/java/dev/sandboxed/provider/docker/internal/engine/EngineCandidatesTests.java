package dev.sandboxed.provider.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineCandidatesTests {

    @TempDir
    Path home;

    private List<Candidate> list(Map<String, String> settings, Map<String, String> environment) {
        return new EngineCandidates(settings, environment, Path.of("/root"), OptionalInt.of(7)).list();
    }

    private static List<String> addresses(List<Candidate> candidates) {
        return candidates.stream()
                .map(candidate -> candidate instanceof Candidate.Usable usable
                        ? usable.address().toString()
                        : "unusable")
                .toList();
    }

    private Path writeContext(String name, String meta) throws Exception {
        String hash = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)));
        Path file = home.resolve(".docker/contexts/meta").resolve(hash).resolve("meta.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, meta);
        return Files.createDirectories(home.resolve(".docker/contexts/tls"))
                .resolve(hash)
                .resolve("docker");
    }

    private void use(String context) throws IOException {
        Files.createDirectories(home.resolve(".docker"));
        Files.writeString(home.resolve(".docker/config.json"), "{\"auths\":{},\"currentContext\":\"" + context + "\"}");
    }

    @Test
    void theUsualSocketsAreTriedInTheOrderThatUsersExpect() {
        assertThat(addresses(list(Map.of(), Map.of("HOME", "/h", "XDG_RUNTIME_DIR", "/x"))))
                .containsExactly(
                        "unix:///x/docker.sock",
                        "unix:///h/.docker/run/docker.sock",
                        "unix:///root/run/user/7/docker.sock",
                        "unix:///root/var/run/docker.sock",
                        "unix:///h/.docker/desktop/docker.sock",
                        "unix:///h/.colima/default/docker.sock",
                        "unix:///h/.rd/docker.sock",
                        "unix:///x/podman/podman.sock",
                        "unix:///root/run/user/7/podman/podman.sock",
                        "unix:///root/run/podman/podman.sock");
    }

    @Test
    void aPlaceThatHasTwoNamesIsTriedOnce() {
        assertThat(addresses(list(Map.of(), Map.of("XDG_RUNTIME_DIR", "/root/run/user/7"))))
                .containsExactly(
                        "unix:///root/run/user/7/docker.sock",
                        "unix:///root/var/run/docker.sock",
                        "unix:///root/run/user/7/podman/podman.sock",
                        "unix:///root/run/podman/podman.sock");
    }

    @Test
    void theSettingIsTheOnlyPlace() {
        List<Candidate> candidates =
                list(Map.of("host", "tcp://one:1"), Map.of("DOCKER_HOST", "tcp://two:2", "DOCKER_CONTEXT", "three"));

        assertThat(addresses(candidates)).containsExactly("tcp://one:1");
    }

    @Test
    void theVariableIsTheOnlyPlaceAndBeatsTheContext() {
        List<Candidate> candidates =
                list(Map.of(), Map.of("HOME", "/h", "DOCKER_HOST", "tcp://two", "DOCKER_CONTEXT", "three"));

        assertThat(addresses(candidates)).containsExactly("tcp://two:2375");
        assertThat(candidates.get(0).origin().undo()).isEqualTo("unset DOCKER_HOST");
    }

    @Test
    void blankVariablesAreNoVariables() {
        assertThat(addresses(list(Map.of("host", " "), Map.of("DOCKER_HOST", "", "DOCKER_CONTEXT", ""))))
                .startsWith("unix:///root/run/user/7/docker.sock")
                .hasSize(4);
    }

    @Test
    void tlsIsTakenFromTheVariables() {
        List<Candidate> candidates = list(
                Map.of(), Map.of("DOCKER_HOST", "tcp://far", "DOCKER_TLS_VERIFY", "1", "DOCKER_CERT_PATH", "/certs"));

        assertThat(candidates)
                .singleElement()
                .isInstanceOfSatisfying(
                        Candidate.Usable.class,
                        usable -> assertThat(usable.address())
                                .isEqualTo(new EngineAddress.Tcp("far", 2376, new TlsMaterial(Path.of("/certs")))));
    }

    @Test
    void certificatesLieBesideTheConfigurationUnlessSaidOtherwise() {
        List<Candidate> candidates =
                list(Map.of(), Map.of("DOCKER_HOST", "tcp://far:1", "DOCKER_TLS_VERIFY", "1", "DOCKER_CONFIG", "/cfg"));

        assertThat(candidates)
                .singleElement()
                .isInstanceOfSatisfying(
                        Candidate.Usable.class,
                        usable -> assertThat(usable.address())
                                .isEqualTo(new EngineAddress.Tcp("far", 1, new TlsMaterial(Path.of("/cfg")))));
    }

    @Test
    void theCurrentContextComesBeforeTheUsualSockets() throws Exception {
        use("lab");
        writeContext("lab", "{\"Name\":\"lab\",\"Endpoints\":{\"docker\":{\"Host\":\"unix:///lab.sock\"}}}");

        List<Candidate> candidates = list(Map.of(), Map.of("HOME", home.toString()));

        assertThat(addresses(candidates)).startsWith("unix:///lab.sock").contains("unix:///root/var/run/docker.sock");
        assertThat(candidates.get(0).origin().text()).isEqualTo("current context 'lab'");
    }

    @Test
    void theContextThatIsAskedForIsTheOnlyPlace() throws Exception {
        use("lab");
        Path tls = writeContext("far", "{\"Endpoints\":{\"docker\":{\"Host\":\"tcp://far:9\"}}}");
        Files.createDirectories(tls);

        List<Candidate> candidates = list(Map.of(), Map.of("HOME", home.toString(), "DOCKER_CONTEXT", "far"));

        assertThat(candidates)
                .singleElement()
                .isInstanceOfSatisfying(
                        Candidate.Usable.class,
                        usable -> assertThat(usable.address())
                                .isEqualTo(new EngineAddress.Tcp("far", 9, new TlsMaterial(tls))));
    }

    @Test
    void theDefaultContextMeansTheUsualSockets() throws Exception {
        use("lab");

        List<Candidate> candidates = list(Map.of(), Map.of("HOME", home.toString(), "DOCKER_CONTEXT", "default"));

        assertThat(addresses(candidates)).doesNotContain("unusable").contains("unix:///root/var/run/docker.sock");
    }

    @Test
    void aContextThatDoesNotExistIsReported() {
        List<Candidate> candidates = list(Map.of(), Map.of("HOME", home.toString(), "DOCKER_CONTEXT", "gone"));

        assertThat(candidates).singleElement().isInstanceOfSatisfying(Candidate.Unusable.class, unusable -> {
            assertThat(unusable.where()).isEqualTo("context 'gone'");
            assertThat(unusable.reason()).contains("does not exist");
        });
    }

    @Test
    void aContextWithAnAddressThatIsNotSupportedIsReportedAndTheSocketsAreTriedAllTheSame() throws Exception {
        use("far");
        writeContext("far", "{\"Endpoints\":{\"docker\":{\"Host\":\"ssh://me@far\"}}}");

        List<Candidate> candidates = list(Map.of(), Map.of("HOME", home.toString()));

        assertThat(candidates.get(0))
                .isInstanceOfSatisfying(
                        Candidate.Unusable.class,
                        unusable -> assertThat(unusable.reason()).contains("'ssh://me@far' is not supported"));
        assertThat(addresses(candidates)).contains("unix:///root/var/run/docker.sock");
    }

    @Test
    void aConfigurationThatIsNotJsonNamesNoContext() throws IOException {
        Files.createDirectories(home.resolve(".docker"));
        Files.writeString(home.resolve(".docker/config.json"), "oh");

        assertThat(addresses(list(Map.of(), Map.of("HOME", home.toString())))).doesNotContain("unusable");
    }
}
