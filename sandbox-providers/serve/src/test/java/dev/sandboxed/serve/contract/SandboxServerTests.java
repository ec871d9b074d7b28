package dev.sandboxed.serve.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.serve.SandboxServer;
import dev.sandboxed.serve.contract.Visitor.Answer;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.Frame;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a server of our contract does for its clients, and when it does no more. */
@Timeout(60)
class SandboxServerTests extends WithServer {
    private static List<Frame> frames(Answer answer) throws IOException {
        ByteArrayInputStream body = new ByteArrayInputStream(answer.body());
        List<Frame> frames = new ArrayList<>();
        for (Optional<Frame> frame = Frame.read(body); frame.isPresent(); frame = Frame.read(body)) {
            frames.add(frame.get());
        }
        return frames;
    }

    @Test
    void aSandboxIsMadeUsedAndRemoved() throws IOException {
        assertThat(owner.create("one", work()).status()).isEqualTo(201);
        assertThat(owner.put("/v1/sandboxes/one/file?path=a.txt", "hello".getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(204);

        List<Frame> frames = frames(owner.shell("one", "cat a.txt; exit 3"));

        assertThat(frames.get(0).event()).isEqualTo(CommandEvent.STARTED);
        assertThat(new String(frames.get(1).content(), StandardCharsets.UTF_8)).isEqualTo("hello");
        assertThat(frames.get(2).event().ending().orElseThrow().exitCode()).isEqualTo(3);
        assertThat(owner.delete("/v1/sandboxes/one").status()).isEqualTo(204);
        assertThat(provider.list()).isEmpty();
        assertThat(owner.delete("/v1/sandboxes/one").status()).isEqualTo(404);
    }

    /** It travels in pieces of several sizes, none of which it is a multiple of. */
    @Test
    void aFileOfManyPiecesIsTheSameAfterwards() {
        restart(SETTINGS.withLargestFile(DataSize.ofMebibytes(1)));
        byte[] content = new byte[300_001];
        new Random(11).nextBytes(content);
        owner.create("one", work());

        assertThat(owner.put("/v1/sandboxes/one/file?path=large", content).status())
                .isEqualTo(204);
        assertThat(owner.get("/v1/sandboxes/one/file?path=large").body()).isEqualTo(content);
    }

    @Test
    void healthNamesTheProvidersAndWhatTheyCanDo() {
        Answer health = owner.get("/v1/health");

        assertThat(health.status()).isEqualTo(200);
        assertThat(health.json().path("contract").asText()).isEqualTo("1.0");
        assertThat(health.json().path("providers").path(0).path("name").asText())
                .isEqualTo("subprocess");
        assertThat(health.json().path("providers").path(0).path("isolation").asText())
                .isEqualTo("process");
        assertThat(health.text()).contains("STREAMING").doesNotContain(TOKEN);
    }

    @Test
    void howeverManyWantToKnowTheProviderIsAskedNowAndThen() {
        AtomicInteger asked = new AtomicInteger();
        SandboxProvider counting = new ForwardingSandboxProvider(provider) {
            @Override
            public ProviderStatus status() {
                asked.incrementAndGet();
                return super.status();
            }
        };
        try (SandboxServer other = SandboxServer.start(List.of(counting), SETTINGS)) {
            Visitor visitor = new Visitor(other.url(), TOKEN, owner.name());
            for (int time = 0; time < 50; time++) {
                assertThat(visitor.get("/v1/health").status()).isEqualTo(200);
            }
        }

        assertThat(asked.get()).isPositive().isLessThan(25);
    }

    static Stream<Arguments> paths() throws IOException {
        return new ObjectMapper()
                .readTree(Path.of("../../docs/http-openapi.json").toFile()).path("paths").properties().stream()
                        .map(path -> Arguments.of(
                                path.getKey(),
                                path.getValue().properties().stream()
                                        .map(operation -> operation.getKey().toUpperCase(Locale.ROOT))
                                        .filter(name -> !name.equals("PARAMETERS"))
                                        .sorted()
                                        .toList()));
    }

    @ParameterizedTest
    @MethodSource("paths")
    void whatTheDocumentSaysIsAnsweredAndNothingElse(String path, List<String> methods) {
        String real = path.replace("{sandbox}", "none").replace("{command}", "c1");

        Answer other = owner.send("PATCH", real, BodyPublishers.noBody());

        assertThat(other.status()).isEqualTo(405);
        assertThat(other.allowed()).isEqualTo(String.join(", ", methods));
    }

    @Test
    void theLoopbackOfTheServerIsOnNobodysList() {
        Answer refused = owner.post("/v1/sandboxes", """
                {"id": "one", "spec": {"workdir": "/work", "startupTimeoutSeconds": 20,
                 "network": {"mode": "allow_list", "allowedHosts": ["host.sandboxed.internal:8080"]}}}""");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text())
                .contains("'host.sandboxed.internal' on an allow-list would be the loopback of this service");
        assertThat(provider.list()).isEmpty();
    }

    @Test
    void whatIsAskedTwiceIsMadeOnce() {
        Answer first = owner.create("one", work());
        Answer second = owner.create("one", work());

        assertThat(second.json()).isEqualTo(first.json());
        assertThat(provider.list()).hasSize(1);
    }

    @Test
    void theSandboxesOfAClientThatIsSilentAreRemovedAndThoseOfOthersStay() {
        restart(SETTINGS.withLease(Duration.ofSeconds(1)));
        Visitor silent = owner.called("will-not-be-heard-of");
        silent.create("left", work());
        owner.create("kept", work() + "2");

        await().pollInterval(Duration.ofMillis(200))
                .until(() -> owner.post("/v1/heartbeat", "").text().equals("{\"sandboxes\":[\"kept\"]}")
                        && provider.list().size() == 1);

        assertThat(owner.get("/v1/sandboxes/kept").status()).isEqualTo(200);
    }

    @Test
    void whatADeadProcessHasLeftIsReapedAndNothingElse() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        owner.create("kept", work());
        String words = """
                {"dev.sandboxed.world": "%s", "dev.sandboxed.owner.pid": "%d", "dev.sandboxed.owner.start": "long ago",
                 "dev.sandboxed.created": "2026-01-01T00:00:00Z"}""".formatted(ProcessWorld.current().written(), process.pid());
        owner.post("/v1/sandboxes", """
                {"id": "left", "owner": %s, "spec": {"workdir": "%s", "startupTimeoutSeconds": 20}}""".formatted(words, work() + "2"));

        Answer reaped = owner.post("/v1/reap", "");

        assertThat(reaped.text()).isEqualTo("{\"removed\":[\"left\"],\"failures\":[]}");
        assertThat(provider.list()).hasSize(1);
    }

    @Test
    void aCommandWhoseClientIsGoneIsKilled() throws IOException {
        owner.create("one", work());
        String body =
                "{\"id\": \"c\", \"argv\": [\"/bin/sh\", \"-c\", \"echo $$ >pid; sleep 50\"], \"timeoutSeconds\": 60}";
        URI url = server.url();
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(request("/v1/sandboxes/one/commands", body).getBytes(StandardCharsets.ISO_8859_1));
            await().until(() ->
                    owner.get("/v1/sandboxes/one/file?path=pid").text().endsWith("\n"));
        }
        long process = Long.parseLong(
                owner.get("/v1/sandboxes/one/file?path=pid").text().strip());

        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void closingEndsEverything() {
        owner.create("one", work());

        server.close();

        assertThat(provider.list()).isEmpty();
        assertThatThrownBy(() -> owner.get("/v1/health")).isInstanceOf(Exception.class);
    }

    @Test
    void aUnixSocketIsItsOwnersAndGoneAtTheEnd() throws IOException {
        Path socket = folder.resolve("s");
        restart(SETTINGS.withSocket(socket));

        assertThat(server.environment())
                .isEqualTo(Map.of("SANDBOX_HTTP_ENDPOINT", "unix:" + socket, "SANDBOX_HTTP_TOKEN", TOKEN));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> SandboxServer.start(List.of(provider), SETTINGS.withSocket(socket)))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining(socket.toString());
        assertThat(socket).exists();
        server.close();
        assertThat(socket).doesNotExist();
    }

    @Test
    void aUnixSocketIsToldAsItsFileIsNamed() {
        Path socket = folder.resolve("a b%20c");
        restart(SETTINGS.withSocket(socket));

        assertThat(server.environment()).containsEntry("SANDBOX_HTTP_ENDPOINT", "unix:" + socket);
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> SETTINGS.withToken("short")).hasMessageContaining("5 characters");
        assertThatThrownBy(() -> SETTINGS.withAddress("127.0.0.1", 70_000)).hasMessageContaining("70000");
        assertThatThrownBy(() -> SETTINGS.withMostSandboxes(0)).hasMessageContaining("was 0");
        assertThatThrownBy(() -> SETTINGS.withLease(Duration.ZERO)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> SandboxServer.start(List.of(), SETTINGS)).hasMessageContaining("provider");
        assertThat(SETTINGS.toString()).doesNotContain(TOKEN);
    }
}
