package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.serve.Wire.Answer;
import dev.sandboxed.serve.Wire.Box;
import dev.sandboxed.serve.Wire.Envelope;
import dev.sandboxed.serve.Wire.Stream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a careless client sends is refused here, before the real service refuses it. */
class StrictnessTests {

    private static final String START = "/process.Process/Start";
    private static final String LIST = "/process.Process/List";
    private static final String TRUE = "{\"process\":{\"cmd\":\"/bin/true\"},\"stdin\":false}";

    @TempDir
    static Path folder;

    private static Server server;
    private static Wire wire;
    private static Box box;

    @BeforeAll
    static void start() throws IOException {
        server = Server.start(folder, E2bSettings.DEFAULT);
        wire = new Wire(server.e2b());
        box = wire.create();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"256, false", "257, true"})
    void aTagThatIsKeptIsNotLong(int length, boolean refused) throws Exception {
        List<Envelope> said = box.start("{\"process\":{\"cmd\":\"/bin/true\"},\"tag\":\"" + "t".repeat(length) + "\"}");

        assertThat(said.toString().contains("tag has 257 characters, and at most 256 are allowed"))
                .isEqualTo(refused);
        assertThat(said.toString().contains("invalid_argument")).isEqualTo(refused);
    }

    @ParameterizedTest
    @CsvSource({
        LIST + ", application/json, 200",
        LIST + ", application/json; charset=utf-8, 200",
        LIST + ", text/plain, 415",
        LIST + ", application/connect+json, 415",
        LIST + ", application/proto, 415",
        START + ", application/json, 415",
        START + ", application/connect+proto, 415",
        "/process.Process/Nothing, application/json, 404",
        "/process.process/List, application/json, 404",
        "/filesystem.Filesystem/Nothing, application/json, 404",
        "/nothing, application/json, 404",
        "/init, application/json, 404"
    })
    void theContentTypeMustBeThatOfTheMethod(String path, String type, int status) throws Exception {
        Request request = box.request(path)
                .post(RequestBody.create("{}".getBytes(StandardCharsets.UTF_8), MediaType.get(type)))
                .build();

        assertThat(wire.send(request).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {LIST, START, "/filesystem.Filesystem/Stat"})
    void callsAreMadeWithPost(String path) throws Exception {
        Answer answer = wire.send(box.request(path).get().build());

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.headers().get("Allow")).isEqualTo("POST");
    }

    @Test
    void aCompressedEnvelopeIsRefused() throws Exception {
        assertThat(error(Wire.envelope(1, TRUE))).startsWith("internal protocol error");
    }

    @Test
    void anEnvelopeWithUnknownFlagsIsRefused() throws Exception {
        assertThat(error(Wire.envelope(4, TRUE))).startsWith("invalid_argument protocol error");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 5, 20})
    void anEnvelopeThatIsCutIsRefused(int length) throws Exception {
        assertThat(error(Arrays.copyOf(Wire.envelope(0, TRUE), length))).startsWith("invalid_argument protocol error");
    }

    @Test
    void anEnvelopeThatClaimsToBeHugeIsRefusedUnread() throws Exception {
        assertThat(error(ByteBuffer.allocate(9).put(1, (byte) 0x7f).array())).startsWith("resource_exhausted");
    }

    @Test
    void oneMessageIsWantedAndNoOther() throws Exception {
        byte[] one = Wire.envelope(0, TRUE);
        byte[] two = Arrays.copyOf(one, one.length * 2);
        System.arraycopy(one, 0, two, one.length, one.length);

        assertThat(error(new byte[0])).startsWith("unimplemented");
        assertThat(error(two)).startsWith("unimplemented");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{} {}",
                "{\"process\":1}",
                "{\"process\":{}}",
                "{\"process\":{\"cmd\":5}}",
                "{\"process\":{\"cmd\":\"x\",\"args\":\"y\"}}",
                "{\"process\":{\"cmd\":\"x\",\"envs\":{\"A\":1}}}",
                "{\"process\":{\"cmd\":\"x\"},\"process\":{\"cmd\":\"x\"}}",
                "{\"process\":{\"cmd\":\"x\"},\"stdin\":\"yes\"}",
                "{\"process\":{\"cmd\":\"x\"},\"pty\":{}}",
                "{\"process\":{\"cmd\":\"x\"},\"pty\":{\"size\":{\"cols\":-1,\"rows\":2}}}"
            })
    void aMessageOfTheWrongFormIsRefused(String message) throws Exception {
        assertThat(error(Wire.envelope(0, message))).startsWith("invalid_argument");
    }

    @Test
    void whatIsUnknownIsIgnoredAndOtherSpellingsAreRead() throws Exception {
        Answer answer = box.call(
                "/filesystem.Filesystem/CreateWatcher", "{\"path\":\"/\",\"include_entry\":true,\"new_thing\":[1]}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "Connect-Protocol-Version, 2, invalid_argument",
        "Connect-Timeout-Ms, soon, invalid_argument",
        "Connect-Timeout-Ms, -1, invalid_argument",
        "Connect-Timeout-Ms, 12345678901, invalid_argument",
        "Connect-Content-Encoding, gzip, unimplemented",
        "Authorization, Bearer x, unauthenticated",
        "Authorization, Basic !, unauthenticated"
    })
    void headersMustBeRight(String name, String value, String code) throws Exception {
        Request request = box.streamRequest(START, Wire.envelope(0, TRUE))
                .header(name, value)
                .build();

        assertThat(error(request)).startsWith(code);
    }

    @Test
    void aCompressedMessageIsRefused() throws Exception {
        Answer answer = wire.send(box.request(LIST)
                .header("Content-Encoding", "gzip")
                .post(RequestBody.create(new byte[] {31}, MediaType.get("application/json")))
                .build());

        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.json().get("code").asText()).isEqualTo("unimplemented");
    }

    @ParameterizedTest
    @ValueSource(strings = {LIST, START, "/filesystem.Filesystem/Stat", "/metrics", "/envs", "/files/compose"})
    void whoHasNoTokenGetsAPlain401(String path) throws Exception {
        for (String token : List.of("", "wrong")) {
            Answer answer = wire.send(box.request(path)
                    .header("X-Access-Token", token)
                    .post(RequestBody.create(new byte[0]))
                    .build());

            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.text())
                    .isEqualTo("{\"code\":401,\"message\":\"unauthorized access, please provide a valid access token or"
                            + " method signing if supported\"}");
        }
    }

    @Test
    void theTokenOfOneSandboxIsNoneOfAnother() throws Exception {
        Box other = wire.create();

        assertThat(wire.send(other.request("/envs")
                                .header("X-Access-Token", box.token())
                                .build())
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({
        "49983-ID.sandbox.example, 204, ",
        "3000-ID.sandbox.example, 502, port is not open",
        "49983-i0000.sandbox.example, 502, was not found",
        "127.0.0.1, 400, missing header"
    })
    void aSandboxIsFoundByTheNameOfTheHost(String host, int status, String message) throws Exception {
        Answer answer = wire.send(new Request.Builder()
                .url(server.e2b().sandboxUrl() + "/health")
                .header("Host", host.replace("ID", box.id()))
                .build());

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text()).contains(message == null ? "" : message);
    }

    @Test
    void whatAnswersWithoutASandboxTellsNothing() throws Exception {
        assertThat(wire.send(box.request("/envs")
                                .header("E2b-Sandbox-Port", "80")
                                .build())
                        .status())
                .isEqualTo(502);
        assertThat(wire.send(box.request("/envs")
                                .header("E2b-Sandbox-Id", "A/B")
                                .build())
                        .text())
                .isEqualTo("Invalid sandbox ID");
    }

    private static String error(byte[] envelopes) throws IOException {
        return error(box.streamRequest(START, envelopes).build());
    }

    private static String error(Request request) throws IOException {
        try (Stream stream = new Stream(wire.http().newCall(request).execute())) {
            assertThat(stream.status()).isEqualTo(200);
            List<Envelope> said = stream.rest();
            assertThat(said).extracting(Envelope::flags).containsExactly(2);
            JsonNode error = said.get(0).message().get("error");
            return error.get("code").asText() + " " + error.get("message").asText();
        }
    }
}
