package dev.sandboxed.provider.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ProviderStatus.Available;
import dev.sandboxed.api.ProviderStatus.Unavailable;
import dev.sandboxed.api.error.ProviderUnavailableException;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineStatusTests {

    @TempDir
    Path folder;

    private static Unavailable unavailable(Engine engine) {
        ProviderStatus status = engine.status();
        assertThat(status).isInstanceOf(Unavailable.class);
        return (Unavailable) status;
    }

    private Engine withEnvironment(Map<String, String> environment) {
        return Engine.of(ProviderContext.in(folder).withEnvironment(environment));
    }

    private Unavailable withDockerHost(String host) {
        try (Engine engine = withEnvironment(Map.of("DOCKER_HOST", host))) {
            return unavailable(engine);
        }
    }

    @Test
    void anAvailableEngineIsDescribed() {
        try (ScriptedEngine scripted = ScriptedEngine.docker("28.5.0", "1.24", "1.51");
                Engine engine = NegotiationTests.connect(scripted)) {
            assertThat(engine.status()).isInstanceOfSatisfying(Available.class, status -> {
                assertThat(status.version()).isEqualTo("28.5.0");
                assertThat(status.details())
                        .containsEntry("engine", "Docker")
                        .containsEntry("api", "1.51")
                        .containsEntry("rootless", "no")
                        .containsEntry("cgroup", "v2")
                        .containsEntry("runtimes", "runc, runsc")
                        .containsEntry("storage", "overlay2 on xfs")
                        .containsEntry("address", scripted.address())
                        .containsEntry("found through", "setting sandbox.docker.host");
            });
            assertThat(scripted.requests()).allMatch(request -> request.startsWith("GET "));
        }
    }

    @Test
    void aSocketThatAcceptsAndNeverAnswersIsToldWithinASecond() throws IOException {
        Path socket = folder.resolve("docker.sock");
        try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            deaf.bind(UnixDomainSocketAddress.of(socket));
            Instant start = Instant.now();

            Unavailable status = withDockerHost("unix://" + socket);

            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(1));
            assertThat(status.reason()).contains("no answer within").contains(socket.toString());
            assertThat(status.remedy()).contains("restart").contains("unset DOCKER_HOST");
        }
    }

    @Test
    void anEngineThatHangsAfterThePingIsToldWithinASecond() {
        try (ScriptedEngine scripted =
                        ScriptedEngine.docker("28.5.0", "1.24", "1.51").hangOn("/info");
                Engine engine = NegotiationTests.connect(scripted)) {
            Instant start = Instant.now();

            assertThat(unavailable(engine).reason()).contains("no answer within");

            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void somethingThatIsNoEngineIsQuoted() {
        try (ScriptedEngine scripted = ScriptedEngine.docker("28.5.0", "1.24", "1.51")) {
            scripted.on("/_ping", exchange -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write("<html>It works!</html>".getBytes(StandardCharsets.UTF_8));
            });
            try (Engine engine = NegotiationTests.connect(scripted)) {
                assertThat(unavailable(engine).reason()).contains("<html>It works!</html>");
            }
        }
    }

    @Test
    void anAnswerThatIsNotJsonIsQuoted() {
        try (ScriptedEngine scripted =
                        ScriptedEngine.docker("28.5.0", "1.24", "1.51").json("/info", "{oh");
                Engine engine = NegotiationTests.connect(scripted)) {
            assertThat(unavailable(engine).reason()).contains("GET /info").contains("{oh");
        }
    }

    @Test
    void anEngineThatWantsTlsIsToldFromOtherErrors() {
        try (ScriptedEngine scripted = ScriptedEngine.docker("28.5.0", "1.24", "1.51")) {
            scripted.on(
                    "/_ping",
                    exchange -> scripted.send(
                            exchange, 400, "text/plain", "Client sent an HTTP request to an HTTPS server."));
            try (Engine engine = NegotiationTests.connect(scripted)) {
                assertThat(unavailable(engine).remedy()).contains("DOCKER_TLS_VERIFY=1");
            }
        }
    }

    @Test
    void aSocketWhereNobodyListensIsToStart() throws IOException {
        Path socket = folder.resolve("docker.sock");
        ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        left.bind(UnixDomainSocketAddress.of(socket));
        left.close();

        Unavailable status = withDockerHost("unix://" + socket);

        assertThat(status.reason()).containsIgnoringCase("connection refused");
        assertThat(status.remedy()).contains("sudo systemctl start docker");
    }

    @Test
    void aClosedPortSaysWhichVariableNamedIt() {
        Unavailable status = withDockerHost("tcp://127.0.0.1:1");

        assertThat(status.reason()).contains("tcp://127.0.0.1:1").contains("DOCKER_HOST");
        assertThat(status.remedy()).contains("dockerd -H tcp://127.0.0.1:1").contains("unset DOCKER_HOST");
    }

    @Test
    void aSocketThatDoesNotExistSaysWhichVariableNamedIt() {
        Unavailable status = withDockerHost("unix:///nowhere/docker.sock");

        assertThat(status.reason())
                .isEqualTo("no Docker engine answers; tried unix:///nowhere/docker.sock (DOCKER_HOST): no such file");
        assertThat(status.remedy()).contains("start the engine that DOCKER_HOST points to");
    }

    @Test
    void forwardingIsTheRemedyForSsh() {
        Unavailable status = withDockerHost("ssh://me@far");

        assertThat(status.reason()).contains("'ssh://me@far' is not supported");
        assertThat(status.remedy()).contains("ssh -nNTL").contains("me@far");
    }

    @Test
    void anotherAddressIsTheRemedyForNamedPipes() {
        Unavailable status = withDockerHost("npipe:////./pipe/docker_engine");

        assertThat(status.reason()).contains("is not supported");
        assertThat(status.remedy()).contains("unix:///var/run/docker.sock").contains("tcp://");
    }

    @Test
    void missingCertificatesAreNamedInsteadOfGoingOnWithoutTls() {
        try (ScriptedEngine scripted = ScriptedEngine.docker("28.5.0", "1.24", "1.51");
                Engine engine = withEnvironment(Map.of(
                        "DOCKER_HOST",
                        scripted.address(),
                        "DOCKER_TLS_VERIFY",
                        "1",
                        "DOCKER_CERT_PATH",
                        folder.toString()))) {
            Unavailable status = unavailable(engine);

            assertThat(status.reason()).contains(folder.resolve("ca.pem").toString());
            assertThat(status.remedy()).contains("DOCKER_CERT_PATH");
            assertThat(scripted.requests()).isEmpty();
        }
    }

    @Test
    void windowsContainersAreNoUse() {
        try (ScriptedEngine scripted =
                        ScriptedEngine.docker("28.5.0", "1.24", "1.51").json("/info", "{\"OSType\":\"windows\"}");
                Engine engine = NegotiationTests.connect(scripted)) {
            assertThat(unavailable(engine).reason()).contains("Windows containers");
        }
    }

    @Test
    void everyObstacleHasARemedyOfItsOwn() {
        List<String> remedies = List.of(Obstacle.values()).stream()
                .map(obstacle -> new Attempt(Candidate.Origin.USUAL, "unix:///x.sock", obstacle, "oh"))
                .map(attempt -> EngineStatus.unavailable(List.of(attempt)).remedy())
                .toList();

        assertThat(remedies).doesNotHaveDuplicates().noneMatch(String::isBlank);
    }

    @Test
    void permissionDeniedIsToldFromRefused() {
        assertThat(Obstacle.of(new IllegalStateException(new SocketException("Permission denied"))))
                .isEqualTo(Obstacle.FORBIDDEN);
        assertThat(Obstacle.of(new SocketException("Connection refused"))).isEqualTo(Obstacle.REFUSED);
    }

    @Test
    void theForbiddenSocketIsWhatIsToldAmongPlacesThatDoNotExist() {
        Unavailable status = EngineStatus.unavailable(List.of(
                new Attempt(Candidate.Origin.USUAL, "unix:///a.sock", Obstacle.MISSING, "no such file"),
                new Attempt(Candidate.Origin.USUAL, "unix:///b.sock", Obstacle.FORBIDDEN, "permission denied"),
                new Attempt(Candidate.Origin.USUAL, "unix:///c.sock", Obstacle.MISSING, "no such file")));

        assertThat(status.reason())
                .startsWith("the Docker engine cannot be used: permission denied; tried ")
                .contains("a.sock: no such file; ")
                .contains("b.sock: permission denied");
        assertThat(status.remedy()).contains("usermod -aG docker").contains("b.sock");
    }

    @Test
    void anEngineThatStopsAndStartsAgainIsUnavailableInBetween() {
        ScriptedEngine first = ScriptedEngine.docker("28.5.0", "1.24", "1.51");
        int port = first.port();
        try (first;
                Engine engine = NegotiationTests.connect(first)) {
            engine.client().versionCmd().exec();
            first.close();

            assertThat(engine.status().isAvailable()).isFalse();
            assertThatThrownBy(() -> engine.client().versionCmd().exec()).isInstanceOf(RuntimeException.class);

            try (ScriptedEngine second = ScriptedEngine.dockerAt(port, "28.5.0", "1.24", "1.51")) {
                assertThat(engine.status().isAvailable()).isTrue();
                engine.client().versionCmd().exec();
                assertThat(second.requests()).last().isEqualTo("GET /v1.51/version");
            }
        }
    }

    @Test
    void anEngineThatIsThereOnlyLaterIsFoundThen() {
        ScriptedEngine reserved = ScriptedEngine.docker("28.5.0", "1.24", "1.51");
        int port = reserved.port();
        try (Engine engine = NegotiationTests.connect(reserved)) {
            reserved.close();
            assertThatThrownBy(engine::client)
                    .isInstanceOf(ProviderUnavailableException.class)
                    .hasMessageContaining("remedy: start the engine");

            try (ScriptedEngine late = ScriptedEngine.dockerAt(port, "28.5.0", "1.24", "1.51")) {
                assertThat(engine.status().isAvailable()).isTrue();
                assertThat(late.requests()).contains("GET /_ping");
            }
        }
    }
}
