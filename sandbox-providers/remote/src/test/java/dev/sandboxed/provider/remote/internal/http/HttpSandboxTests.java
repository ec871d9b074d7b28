package dev.sandboxed.provider.remote.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.remote.internal.fake.FakeService;
import dev.sandboxed.wire.internal.FaultWords;
import dev.sandboxed.wire.internal.NewSandbox;
import dev.sandboxed.wire.internal.SandboxWords;
import dev.sandboxed.wire.internal.ServiceWords;
import dev.sandboxed.wire.internal.SnapshotWords;
import dev.sandboxed.wire.internal.Words;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is sent for a sandbox and its files, and what becomes of the answers, word by word. */
@Timeout(60)
class HttpSandboxTests {

    private static final String CREATE = "POST /v1/sandboxes";
    private static final String DELETE = "DELETE /v1/sandboxes/ID";
    private static final String READ = "GET /v1/sandboxes/ID/file";
    private static final String WRITE = "PUT /v1/sandboxes/ID/file";

    @TempDir
    private Path folder;

    private FakeService service;
    private HttpProvider provider;

    @BeforeEach
    void start() throws IOException {
        service = new FakeService()
                .on(DELETE, new MockResponse.Builder().code(204).build());
        provider = new HttpProvider(service.context(folder, "requestTimeout", "3s"));
    }

    @AfterEach
    void stop() {
        provider.close();
        service.close();
    }

    private static MockResponse lost() {
        return new MockResponse.Builder()
                .onResponseStart(SocketEffect.ShutdownConnection.INSTANCE)
                .build();
    }

    private static MockResponse done() {
        return new MockResponse.Builder().code(204).build();
    }

    private Sandbox create() {
        service.creating();
        return provider.create(SandboxSpec.defaults());
    }

    private static NewSandbox asked(RecordedRequest request) throws IOException {
        return Words.asked(request.getBody().toByteArray(), NewSandbox.class);
    }

    @Test
    void anAnswerThatWasLostIsAskedForAgainWithTheSameId() throws IOException {
        service.on(CREATE, lost()).on(CREATE, lost());
        Sandbox sandbox = create();
        List<RecordedRequest> asked = service.requests(CREATE);
        assertThat(asked).hasSize(3);
        for (RecordedRequest request : asked) {
            assertThat(asked(request).id()).isEqualTo(sandbox.id());
        }
        assertThat(asked(asked.get(0)).ownerOrNone()).isNotEmpty();
    }

    @Test
    void anAnswerAboutAnotherSandboxIsNotTakenForOurs() {
        service.on(CREATE, 201, FakeService.sandbox("another"));
        assertThatThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'another'");
    }

    @Test
    void theProviderOfTheSettingIsAskedFor() throws IOException {
        try (HttpProvider choosing = new HttpProvider(service.context(folder, "provider", "first"))) {
            service.creating();
            choosing.create(SandboxSpec.defaults());
            assertThat(asked(service.requests(CREATE).get(0)).provider()).isEqualTo("first");
        }
    }

    @Test
    void aRefusedCreationIsToldAsTheServiceSaysAndDiscarded() {
        service.on(CREATE, 503, FaultWords.of("provider-unavailable", "The engine is off", "start it"));
        assertThatThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .isInstanceOf(ProviderUnavailableException.class)
                .hasMessageContaining("The engine is off")
                .hasMessageContaining("start it")
                .hasMessageNotContaining(FakeService.TOKEN);
        assertThat(service.requests(CREATE)).as("asked again").hasSize(1);
        assertThat(service.requests(DELETE)).hasSize(1);
    }

    @Test
    void aBusyServiceIsAskedAgainAfterItsTime() {
        service.on(
                        CREATE,
                        new MockResponse.Builder()
                                .code(429)
                                .addHeader("Retry-After", "1")
                                .body(new Buffer().write(Words.written(FaultWords.of("busy", "Full", null))))
                                .build())
                .creating();
        assertThat(provider.create(SandboxSpec.defaults()).state()).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void whatAFailedCreationMayHaveLeftIsEndedAsSoonAsSomebodyAnswers() {
        service.anew(DELETE)
                .on(DELETE, lost())
                .on(DELETE, lost())
                .on(DELETE, lost())
                .on(DELETE, lost());
        service.on(DELETE, lost()).on(DELETE, done());
        service.on(CREATE, lost());
        SandboxSpec spec =
                SandboxSpec.builder().startupTimeout(Duration.ofSeconds(2)).build();
        assertThatThrownBy(() -> provider.create(spec)).isInstanceOf(SandboxStartException.class);
        int tried = service.requests(DELETE).size();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> service.requests(DELETE).size() > tried);
    }

    @Test
    void closingEndsItAtTheServiceEvenInAThreadThatWasInterrupted() {
        Sandbox sandbox = create();
        Thread.currentThread().interrupt();
        sandbox.close();
        assertThat(Thread.interrupted()).as("the interruption was kept").isTrue();
        assertThat(service.requests(DELETE)).hasSize(1);
    }

    @Test
    void whatTheServiceNoLongerHasIsDestroyedByTheNextHeartbeat() {
        service.anew("GET /v1/health")
                .on(
                        "GET /v1/health",
                        200,
                        new ServiceWords("1.0", 1, FakeService.health("1.0").providers(), null));
        service.on("POST /v1/heartbeat", 200, new SandboxWords.Alive(List.of()));
        Sandbox sandbox = create();
        assertThat(sandbox.waitFor(SandboxState.DESTROYED, Duration.ofSeconds(20)))
                .isTrue();
        assertThatThrownBy(() -> sandbox.exec("true"))
                .isInstanceOf(SandboxDestroyedException.class)
                .hasMessageContaining("the service has ended it");
    }

    @Test
    void aSandboxThatTheServiceDoesNotKnowIsDestroyed() {
        Sandbox sandbox = create();
        assertThatThrownBy(() -> sandbox.files().stat("file")).isInstanceOf(SandboxDestroyedException.class);
        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
    }

    @Test
    void aFailureOfTheServiceIsNotTheEndOfTheSandbox() {
        Sandbox sandbox = create();
        service.on("GET /v1/sandboxes/ID", 200, FakeService.sandbox("any"))
                .on("GET /v1/sandboxes/ID/usage", 500, FaultWords.of("unexpected", "It fell over", null))
                .on("GET /v1/sandboxes/ID/entry", 409, FaultWords.of("sandbox-stopped", "It is stopped", "resume it"))
                .on("GET /v1/sandboxes/ID/entries", lost());
        assertThatThrownBy(() -> sandbox.files().stat("file")).isInstanceOf(SandboxStoppedException.class);
        assertThatThrownBy(() -> sandbox.files().list("folder")).isInstanceOf(SandboxTransportException.class);
        assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void wordsThatMeanNothingAreNoAnswerOfTheContract() {
        Sandbox sandbox = create();
        MockResponse empty = new MockResponse.Builder().body("{}").build();
        service.on("GET /v1/sandboxes/ID", 200, FakeService.sandbox("any"))
                .on("GET /v1/sandboxes/ID/entries", empty)
                .on("GET /v1/sandboxes/ID/entry", empty)
                .on("GET /v1/sandboxes/ID/file", 500, FaultWords.of("unexpected", "It fell over", null))
                .on("GET /v1/sandboxes", empty)
                .on("POST /v1/reap", empty);
        List<Runnable> asking = List.of(
                () -> sandbox.files().list("folder"),
                () -> sandbox.files().stat("file"),
                () -> sandbox.files().read("file"),
                provider::list,
                provider::reap);
        for (Runnable one : asking) {
            assertThatThrownBy(one::run).isInstanceOf(SandboxTransportException.class);
        }
    }

    private static FaultWords missing(String path) {
        return new FaultWords(
                "sandbox-file-not-found", "No '" + path + "'", null, path, "missing", null, null, null, null);
    }

    @Test
    void aFileThatIsMissingIsToldBeforeTheFirstByte() {
        Sandbox sandbox = create();
        service.on(READ, 404, missing("a b\n&=+%"));
        assertThatThrownBy(() -> sandbox.files().read("a b\n&=+%"))
                .isInstanceOfSatisfying(SandboxFileNotFoundException.class, e -> {
                    assertThat(e.path()).isEqualTo("a b\n&=+%");
                    assertThat(e.reason()).isEqualTo(FileFailure.MISSING);
                    assertThat(e.sandbox()).contains(sandbox.id());
                });
        assertThat(service.requests(READ).get(0).getUrl().queryParameter("path"))
                .isEqualTo("a b\n&=+%");
    }

    @Test
    void aReadOfNothingDoesNotWait() throws IOException {
        Sandbox sandbox = create();
        service.on(READ, new MockResponse.Builder().chunkedBody("content", 3).build());
        try (InputStream content = sandbox.files().read("file")) {
            assertThat(content.read(new byte[0], 0, 0)).isZero();
            assertThat(content.readNBytes(7)).isEqualTo("content".getBytes(StandardCharsets.UTF_8));
            assertThat(content.read()).isEqualTo(-1);
        }
    }

    @Test
    void aContentThatIsCutOffIsNotTakenForAllOfIt() throws IOException {
        Sandbox sandbox = create();
        service.on("GET /v1/sandboxes/ID", 200, FakeService.sandbox("any"))
                .on(
                        READ,
                        new MockResponse.Builder()
                                .body("x".repeat(1 << 20))
                                .onResponseBody(SocketEffect.ShutdownConnection.INSTANCE)
                                .build());
        try (InputStream content = sandbox.files().read("file")) {
            assertThatThrownBy(content::readAllBytes)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cut off");
        }
    }

    @Test
    void aContentThatStallsIsGivenUp() throws IOException {
        Sandbox sandbox = create();
        service.on("GET /v1/sandboxes/ID", 200, FakeService.sandbox("any"))
                .on(
                        READ,
                        new MockResponse.Builder()
                                .body("x".repeat(1 << 20))
                                .onResponseBody(SocketEffect.Stall.INSTANCE)
                                .build());
        try (InputStream content = sandbox.files().read("file")) {
            assertThatThrownBy(content::readAllBytes).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aContentIsSentInPiecesWithItsOptions() throws IOException {
        Sandbox sandbox = create();
        service.on(WRITE, done());
        byte[] content = new byte[300_000];
        sandbox.files()
                .write(
                        "file",
                        new ByteArrayInputStream(content),
                        WriteOptions.DEFAULT.withMode(0755).atomically());
        RecordedRequest sent = service.requests(WRITE).get(0);
        assertThat(sent.getHeaders().get("Transfer-Encoding")).isEqualTo("chunked");
        assertThat(sent.getChunkSizes()).hasSizeGreaterThan(2);
        assertThat(sent.getBody().toByteArray()).isEqualTo(content);
        assertThat(sent.getUrl().queryParameter("mode")).isEqualTo("493");
        assertThat(sent.getUrl().queryParameter("atomic")).isEqualTo("true");
    }

    @Test
    void aSourceThatBreaksIsNotTakenForABrokenWay() {
        Sandbox sandbox = create();
        service.on(WRITE, done());
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("The disk is gone");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("The disk is gone");
            }
        };
        assertThatThrownBy(() -> sandbox.files().write("file", broken))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("The disk is gone");
        assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void whatChangesSomethingEachTimeIsSentOnce() {
        Sandbox sandbox = create();
        service.on("GET /v1/sandboxes/ID", 200, FakeService.sandbox("any"))
                .on("POST /v1/sandboxes/ID/move", lost())
                .on(WRITE, lost());
        assertThatThrownBy(() -> sandbox.files().move("a", "b")).isInstanceOf(SandboxTransportException.class);
        assertThatThrownBy(() -> sandbox.files().write("a", "text")).isInstanceOf(SandboxTransportException.class);
        assertThat(service.requests("POST /v1/sandboxes/ID/move")).hasSize(1);
        assertThat(service.requests(WRITE)).hasSize(1);
    }

    private static SnapshotWords saved() {
        return new SnapshotWords(
                "s1",
                "first",
                "9 beta",
                "any",
                "2026-01-01T00:00:00Z",
                List.of("tag"),
                5,
                1,
                "sha256:0123456789",
                false);
    }

    @Test
    void aSnapshotIsOursHereAndTheirsThere() throws IOException {
        Sandbox sandbox = create();
        service.on("POST /v1/sandboxes/ID/snapshots", 201, saved()).on("DELETE /v1/snapshots", done());
        Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        assertThat(snapshot.origin()).isEqualTo(new Snapshot.Origin("http", "first 9 beta", "any"));
        provider.snapshots().restore(snapshot, SandboxSpec.defaults());
        assertThat(asked(service.requests(CREATE).get(1)).snapshot()).isEqualTo(saved());
        provider.snapshots().delete(snapshot);
        assertThat(service.requests("DELETE /v1/snapshots").get(0).getBody().toByteArray())
                .isEqualTo(Words.written(saved()));
    }

    @Test
    void aSnapshotOfAnotherProviderIsRefusedBeforeAnythingIsSent() {
        Snapshot foreign = new Snapshot(
                "s1",
                new Snapshot.Origin("docker", "first 9", "any"),
                Instant.EPOCH,
                Set.of(),
                DataSize.ZERO,
                0,
                "sha256:0123456789",
                false);
        assertThatThrownBy(() -> provider.snapshots().restore(foreign, SandboxSpec.defaults()))
                .isInstanceOf(SnapshotRejectedException.class)
                .hasMessageContaining("'docker'");
        assertThatThrownBy(() -> provider.snapshots().delete(foreign)).isInstanceOf(SnapshotRejectedException.class);
        assertThat(service.requests(CREATE)).isEmpty();
        assertThat(service.requests("DELETE /v1/snapshots")).isEmpty();
    }
}
