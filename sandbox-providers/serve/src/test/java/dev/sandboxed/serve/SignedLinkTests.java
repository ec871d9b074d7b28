package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.serve.Wire.Answer;
import dev.sandboxed.serve.Wire.Box;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links as E2B's SDKs sign them for one address of all sandboxes: without a word of which sandbox is meant. */
class SignedLinkTests {

    @TempDir
    static Path folder;

    private static Server server;
    private static Wire wire;
    private Box box;
    private Box other;

    @BeforeAll
    static void start() {
        server = Server.start(folder, E2bSettings.DEFAULT.withMostSandboxes(100));
        wire = new Wire(server.e2b());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() throws Exception {
        box = wire.create("\"autoResume\":{\"enabled\":true}");
        other = wire.create();
        write(box, "this one");
        write(other, "the other one");
    }

    @Test
    void aLinkLeadsToTheSandboxWhoseTokenSignedIt() throws Exception {
        assertThat(read(box).text()).isEqualTo("this one");
        assertThat(read(other).text()).isEqualTo("the other one");
    }

    @Test
    void aLinkToOneThatResumesOnRequestResumesIt() throws Exception {
        wire.api("POST", "/sandboxes/" + box.id() + "/pause", null);

        assertThat(read(box).text()).isEqualTo("this one");
    }

    @Test
    void aLinkIsStillOneForAUserAndATime() throws Exception {
        long future = Instant.now().getEpochSecond() + 60;
        String right = Wire.sign("a:read:user:" + box.token() + ":" + future);
        String past = Wire.sign("a:read::" + box.token() + ":1700000000");

        assertThat(get(link(right)
                                .addQueryParameter("username", "user")
                                .addQueryParameter("signature_expiration", Long.toString(future)))
                        .text())
                .isEqualTo("this one");
        assertThat(get(link(right)).text()).contains("invalid signature");
        assertThat(get(link(past).addQueryParameter("signature_expiration", "1700000000"))
                        .text())
                .contains("signature is already expired");
    }

    @Test
    void aLinkThatNoSandboxSignedLeadsNowhere() throws Exception {
        wire.api("DELETE", "/sandboxes/" + box.id(), null);

        Answer answer = read(box);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.json().get("message").asText()).isEqualTo("invalid signature");
    }

    @Test
    void aSignatureIsGoodForFilesAndNothingElse() throws Exception {
        HttpUrl envs = HttpUrl.get(server.e2b().sandboxUrl() + "/envs")
                .newBuilder()
                .addQueryParameter("path", "a")
                .addQueryParameter("signature", Wire.sign("a:read::" + box.token()))
                .build();

        Answer answer = wire.send(new Request.Builder().url(envs).build());

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).isEqualTo("missing header");
    }

    private static Answer read(Box from) throws Exception {
        return get(link(Wire.sign("a:read::" + from.token())));
    }

    private static void write(Box to, String content) throws Exception {
        MultipartBody form = new MultipartBody.Builder()
                .setType(MultipartBody.FORM)
                .addFormDataPart("file", "a", RequestBody.create(content, MediaType.get("text/plain")))
                .build();

        Answer answer = wire.send(new Request.Builder()
                .url(link(Wire.sign("a:write::" + to.token())).build())
                .post(form)
                .build());

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private static HttpUrl.Builder link(String signature) {
        return HttpUrl.get(server.e2b().sandboxUrl() + "/files")
                .newBuilder()
                .addQueryParameter("path", "a")
                .addQueryParameter("signature", signature);
    }

    private static Answer get(HttpUrl.Builder link) throws IOException {
        return wire.send(new Request.Builder().url(link.build()).build());
    }
}
