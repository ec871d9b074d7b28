package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.serve.Wire.Answer;
import dev.sandboxed.serve.Wire.Box;
import java.io.IOException;
import java.nio.file.Path;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.BufferedSink;
import okio.GzipSink;
import okio.Okio;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever has the token of a sandbox could fill the disk of the host otherwise. */
class UploadLimitTests {

    private static final MediaType BYTES = MediaType.get("application/octet-stream");
    private static final byte[] MOST = new byte[64 * 1024];
    private static final byte[] MORE = new byte[MOST.length + 1];

    @TempDir
    static Path folder;

    private static Server server;
    private static Wire wire;
    private Box box;

    @BeforeAll
    static void start() {
        server = Server.start(folder, E2bSettings.DEFAULT.withLargestFile(DataSize.ofBytes(MOST.length)));
        wire = new Wire(server.e2b());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() throws IOException {
        box = wire.create();
    }

    @Test
    void aFileThatIsSaidToBeTooLargeIsRefusedUnread() throws Exception {
        refused(RequestBody.create(MORE, BYTES), "identity");

        assertThat(wire.send(box.request("/files?path=f").build()).status()).isEqualTo(404);
    }

    @Test
    void aFileThatTurnsOutToBeTooLargeIsRefused() throws Exception {
        refused(
                new RequestBody() {
                    @Override
                    public MediaType contentType() {
                        return BYTES;
                    }

                    @Override
                    public void writeTo(BufferedSink sink) throws IOException {
                        sink.write(MORE);
                    }
                },
                "identity");
    }

    @Test
    void aLittleThatUnpacksToTooMuchIsRefused() throws Exception {
        byte[] packed = packed(MORE);
        assertThat(packed.length).isLessThan(MOST.length / 100);

        refused(RequestBody.create(packed, BYTES), "gzip");
    }

    @Test
    void aFormOfManyFilesThatAreTooMuchTogetherIsRefused() throws Exception {
        byte[] half = new byte[MOST.length / 2];
        refused(
                new MultipartBody.Builder()
                        .setType(MultipartBody.FORM)
                        .addFormDataPart("file", "a", RequestBody.create(half))
                        .addFormDataPart("file", "b", RequestBody.create(half))
                        .build(),
                "identity");
    }

    @Test
    void whatAFormHasBesidesFilesCountsToo() throws Exception {
        Buffer form = new Buffer();
        new MultipartBody.Builder("b")
                .setType(MultipartBody.FORM)
                .addFormDataPart("ignored", "x", RequestBody.create(MORE))
                .build()
                .writeTo(form);

        refused(
                RequestBody.create(packed(form.readByteArray()), MediaType.get("multipart/form-data; boundary=b")),
                "gzip");
    }

    @Test
    void asMuchAsIsAllowedIsTaken() throws Exception {
        Answer plain = upload(RequestBody.create(MOST, BYTES), "identity");
        Answer unpacked = upload(RequestBody.create(packed(MOST), BYTES), "gzip");

        assertThat(plain.status()).as(plain.text()).isEqualTo(200);
        assertThat(unpacked.status()).as(unpacked.text()).isEqualTo(200);
    }

    @Test
    void filesThatAreTooMuchTogetherAreNotPutTogether() throws Exception {
        put("a", MOST);
        put("b", new byte[1]);

        assertNoRoom(compose("\"a\",\"b\""));

        assertThat(wire.send(box.request("/files?path=a").build()).status()).isEqualTo(200);
        assertThat(wire.send(box.request("/files?path=whole").build()).status()).isEqualTo(404);
    }

    @Test
    void aFileThatIsNamedManyTimesCountsAsOften() throws Exception {
        put("a", new byte[MOST.length / 4 + 1]);

        assertNoRoom(compose("\"a\",\"a\",\"a\",\"a\""));
    }

    @Test
    void asMuchAsIsAllowedIsPutTogether() throws Exception {
        put("a", new byte[MOST.length / 2]);

        Answer answer = compose("\"a\",\"a\"");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(wire.send(box.request("/files?path=whole").build()).body().size())
                .isEqualTo(MOST.length);
    }

    private void put(String path, byte[] content) throws IOException {
        Answer answer = wire.send(box.request("/files?path=" + path)
                .post(RequestBody.create(content, BYTES))
                .build());
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private Answer compose(String sources) throws IOException {
        return wire.send(box.request("/files/compose")
                .post(RequestBody.create(
                        "{\"source_paths\":[" + sources + "],\"destination\":\"whole\"}",
                        MediaType.get("application/json")))
                .build());
    }

    private void refused(RequestBody body, String encoding) throws IOException {
        assertNoRoom(upload(body, encoding));
    }

    private static void assertNoRoom(Answer answer) throws IOException {
        assertThat(answer.status()).as(answer.text()).isEqualTo(507);
        assertThat(answer.json().get("message").asText())
                .startsWith("not enough disk space available: ")
                .contains("64k");
    }

    private Answer upload(RequestBody body, String encoding) throws IOException {
        boolean form = String.valueOf(body.contentType()).startsWith("multipart");
        return wire.send(box.request(form ? "/files" : "/files?path=f")
                .header("Content-Encoding", encoding)
                .post(body)
                .build());
    }

    private static byte[] packed(byte[] content) throws IOException {
        Buffer packed = new Buffer();
        try (BufferedSink plain = Okio.buffer(new GzipSink(packed))) {
            plain.write(content);
        }
        return packed.readByteArray();
    }
}
