package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.serve.Wire.Answer;
import dev.sandboxed.serve.Wire.Envelope;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What everybody does with E2B: create, run, write, read, kill. */
class FirstStepsTests {

    private Server server;
    private Wire wire;

    @BeforeEach
    void start(@TempDir Path folder) {
        server = Server.start(folder, E2bSettings.DEFAULT);
        wire = new Wire(server.e2b());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** The snippet of docs/local-e2b.md. */
    @Test
    void aProgramIsToldWhereItsSandboxesAre() throws Exception {
        SandboxProvider provider = server.provider();
        List<String> command =
                List.of("sh", "-c", "test -n \"$E2B_API_KEY\" && test -n \"$E2B_API_URL$E2B_SANDBOX_URL\"");
        int exitCode;
        try (LocalE2b e2b = LocalE2b.start(provider, E2bSettings.DEFAULT.withMostSandboxes(50))) {
            ProcessBuilder program = new ProcessBuilder(command);
            program.environment().putAll(e2b.environment());
            exitCode = program.start().waitFor();
        }
        assertThat(exitCode).isZero();
    }

    @Test
    void aSandboxIsCreatedShownListedAndKilled() throws Exception {
        Wire.Box box = wire.create("\"metadata\":{\"suite\":\"first\"}");

        assertThat(box.id()).matches("i[a-z0-9]{20}");
        assertThat(wire.api("GET", "/sandboxes/" + box.id(), null)
                        .json()
                        .get("state")
                        .asText())
                .isEqualTo("running");
        assertThat(wire.api("GET", "/v2/sandboxes?metadata=suite%3Dfirst", null).json())
                .hasSize(1);
        assertThat(wire.api("GET", "/v2/sandboxes?metadata=suite%3Dother", null).json())
                .isEmpty();
        assertThat(wire.api("DELETE", "/sandboxes/" + box.id(), null).status()).isEqualTo(204);
        assertThat(wire.api("DELETE", "/sandboxes/" + box.id(), null).status()).isEqualTo(404);
        assertThat(server.provider().list()).isEmpty();
    }

    @Test
    void aCommandSaysThatItStartedWhatItWroteAndHowItEnded() throws Exception {
        Wire.Box box = wire.create();

        List<Envelope> said =
                box.start("{\"process\":{\"cmd\":\"/bin/sh\",\"args\":[\"-c\",\"echo out; exit 3\"]},\"stdin\":false}");

        assertThat(said).extracting(Envelope::flags).containsExactly(0, 0, 0, 2);
        assertThat(said.get(0).message().toString()).isEqualTo("{\"event\":{\"start\":{\"pid\":1073741825}}}");
        assertThat(said.get(1).message().at("/event/data/stdout").asText()).isEqualTo(base64("out\n"));
        assertThat(said.get(2).message().at("/event/end").toString())
                .isEqualTo("{\"exitCode\":3,\"exited\":true,\"status\":\"exit status 3\",\"error\":\"exit status 3\"}");
        assertThat(said.get(3).message().toString()).isEqualTo("{}");
    }

    @Test
    void aFileIsWrittenAndRead() throws Exception {
        Wire.Box box = wire.create();

        Answer written = wire.send(box.request("/files?path=a/b.txt")
                .post(RequestBody.create(new byte[] {1, 2, 3}, MediaType.get("application/octet-stream")))
                .build());
        Answer read = wire.send(box.request("/files?path=a/b.txt").build());

        assertThat(written.text())
                .isEqualTo("[{\"path\":\"/workspace/a/b.txt\",\"name\":\"b.txt\",\"type\":\"file\"}]");
        assertThat(read.body().toByteArray()).containsExactly(1, 2, 3);
    }

    @Test
    void aDaemonAnswersForALivingSandboxAndTheEdgeForADeadOne() throws Exception {
        Wire.Box box = wire.create();
        assertThat(wire.send(box.request("/health").build()).status()).isEqualTo(204);

        wire.api("DELETE", "/sandboxes/" + box.id(), null);

        Answer dead = wire.send(box.request("/health").build());
        assertThat(dead.status()).isEqualTo(502);
        assertThat(dead.text())
                .isEqualTo(
                        "{\"sandboxId\":\"" + box.id() + "\",\"message\":\"The sandbox was not found\",\"code\":502}");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
