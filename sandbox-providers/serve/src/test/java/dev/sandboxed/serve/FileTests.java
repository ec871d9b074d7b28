package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.serve.Wire.Answer;
import dev.sandboxed.serve.Wire.Box;
import dev.sandboxed.serve.Wire.Stream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.GzipSink;
import okio.GzipSource;
import okio.Okio;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileTests {

    private static final MediaType BYTES = MediaType.get("application/octet-stream");

    @TempDir
    static Path folder;

    private static Server server;
    private static Wire wire;
    private Box box;

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
    void create() throws IOException {
        box = wire.create();
    }

    @Test
    void aFormMayHaveManyFilesOfAnySize() throws Exception {
        byte[] large = new byte[3_000_000];
        new Random(1).nextBytes(large);
        byte[] tricky = "\r\n--\r\n--bound\r\n-".getBytes(StandardCharsets.UTF_8);
        MultipartBody form = new MultipartBody.Builder("bound-ary")
                .setType(MultipartBody.FORM)
                .addFormDataPart("other", "ignored")
                .addFormDataPart("file", "large", RequestBody.create(large))
                .addFormDataPart("file", "/workspace/sub/tricky", RequestBody.create(tricky))
                .addFormDataPart("file", "empty", RequestBody.create(new byte[0]))
                .build();

        Answer answer = wire.send(box.request("/files").post(form).build());

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json()).hasSize(3);
        assertThat(get("large").body().toByteArray()).isEqualTo(large);
        assertThat(get("sub/tricky").body().toByteArray()).isEqualTo(tricky);
        assertThat(get("empty").body().size()).isZero();
    }

    @Test
    void aFormThatIsCutOrNamesAFileTwiceIsRefused() throws Exception {
        String part = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\nabc";
        MediaType type = MediaType.get("multipart/form-data; boundary=b");

        Answer cut = wire.send(
                box.request("/files").post(RequestBody.create(part, type)).build());
        Answer twice = wire.send(box.request("/files")
                .post(RequestBody.create(part + "\r\n" + part + "\r\n--b--\r\n", type))
                .build());

        assertThat(List.of(cut.status(), twice.status())).containsExactly(400, 400);
        assertThat(cut.text()).contains("ends in the middle");
    }

    @Test
    void contentsAreCompressedEitherWayIfAskedFor() throws Exception {
        Buffer compressed = new Buffer();
        try (GzipSink sink = new GzipSink(compressed);
                var plain = Okio.buffer(sink)) {
            plain.writeUtf8("x".repeat(100_000));
        }

        Answer written = wire.send(box.request("/files?path=z")
                .header("Content-Encoding", "gzip")
                .post(RequestBody.create(compressed.readByteArray(), BYTES))
                .build());
        Answer read = wire.send(box.request("/files?path=z")
                .header("Accept-Encoding", "gzip, deflate")
                .build());

        assertThat(written.status()).as(written.text()).isEqualTo(200);
        assertThat(read.headers().get("Content-Encoding")).isEqualTo("gzip");
        assertThat(read.body().size()).isLessThan(1000);
        try (var plain = Okio.buffer(new GzipSource(new Buffer().write(read.body())))) {
            assertThat(plain.readUtf8()).isEqualTo("x".repeat(100_000));
        }
        assertThat(wire.send(box.request("/files?path=z")
                                .header("Content-Encoding", "gzip")
                                .post(RequestBody.create(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, BYTES))
                                .build())
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=2-4, 206, cde",
        "bytes=7-, 206, hij",
        "bytes=-2, 206, ij",
        "bytes=5-100, 206, fghij",
        "bytes=10-, 416, ",
        "lines=1, 200, abcdefghij"
    })
    void aRangeOfAFileIsSent(String range, int status, String content) throws Exception {
        put("ten", "abcdefghij");

        Answer answer =
                wire.send(box.request("/files?path=ten").header("Range", range).build());

        assertThat(answer.status()).isEqualTo(status);
        if (content != null) {
            assertThat(answer.text()).isEqualTo(content);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, absent, 404, path 'absent' does not exist",
        "GET, /, 400, path '/' is a directory",
        "GET, ~other/x, 400, cannot expand",
        "POST, /, 400, ",
        "PUT, x, 405, "
    })
    void whatCannotBeReadOrWrittenIsTold(String method, String path, int status, String message) throws Exception {
        Answer answer = wire.send(box.request("/files?path=" + path)
                .method(method, method.equals("GET") ? null : RequestBody.create(new byte[1], BYTES))
                .build());

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json().get("message").asText()).startsWith(message == null ? "" : message);
    }

    @Test
    void aSignedLinkIsGoodForWhatItSays() throws Exception {
        put("a.txt", "signed");
        long future = Instant.now().getEpochSecond() + 60;
        String path = "/workspace/a.txt";

        assertThat(link(path, Wire.sign(path + ":read::" + box.token()), null).text())
                .isEqualTo("signed");
        assertThat(link(path, Wire.sign(path + ":read::" + box.token() + ":" + future), future)
                        .status())
                .isEqualTo(200);
        assertThat(link(path, Wire.sign(path + ":read::" + box.token() + ":1700000000"), 1700000000L)
                        .json()
                        .get("message")
                        .asText())
                .isEqualTo("signature is already expired");
        assertThat(link(path, Wire.sign(path + ":write::" + box.token()), null).text())
                .contains("invalid signature");
        assertThat(link(path, Wire.sign(path + ":read::" + box.token()), future).status())
                .isEqualTo(401);
        assertThat(link(path, null, null).text()).contains("missing signature query parameter");
    }

    @Test
    void aWrongTokenIsNotMadeGoodByASignature() throws Exception {
        Answer answer = wire.send(box.request("/files?path=a&signature=" + "v1_x")
                .header("X-Access-Token", "wrong")
                .build());

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.text()).contains("access token present in header but does not match");
    }

    @Test
    void anUnknownUserHasNoFiles() throws Exception {
        put("a", "x");

        assertThat(wire.send(box.request("/files?path=a&username=user").build()).status())
                .isEqualTo(200);
        assertThat(wire.send(box.request("/files?path=a&username=stranger").build())
                        .status())
                .isEqualTo(401);
    }

    @Test
    void filesArePutTogether() throws Exception {
        put("one", "1");
        put("two", "22");

        Answer answer = wire.send(box.request("/files/compose")
                .post(RequestBody.create(
                        "{\"source_paths\":[\"one\",\"two\"],\"destination\":\"both\"}",
                        MediaType.get("application/json")))
                .build());

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(get("both").text()).isEqualTo("122");
        assertThat(get("one").status()).isEqualTo(404);
    }

    @Test
    void whatAnUploadSaysAboutAFileIsKept() throws Exception {
        wire.send(box.request("/files?path=tagged")
                .header("X-Metadata-Color", "blue")
                .post(RequestBody.create(new byte[1], BYTES))
                .build());

        assertThat(stat("tagged").at("/entry/metadata").toString()).isEqualTo("{\"color\":\"blue\"}");
        put("tagged", "again");
        assertThat(stat("tagged").at("/entry").has("metadata")).isFalse();
    }

    @Test
    void anEntryTellsTypeSizePermissionsAndTarget() throws Exception {
        put("file", "12345");
        box.start(
                "{\"process\":{\"cmd\":\"/bin/sh\",\"args\":[\"-c\",\"chmod 750 file; ln -s file link; ln -s no broken; mkfifo pipe\"]}}");

        JsonNode file = stat("file").get("entry");
        assertThat(file.get("type").asText()).isEqualTo("FILE_TYPE_FILE");
        assertThat(file.get("size").isTextual()).isTrue();
        assertThat(file.get("size").asText()).isEqualTo("5");
        assertThat(file.get("mode").asInt()).isEqualTo(0750);
        assertThat(file.get("permissions").asText()).isEqualTo("-rwxr-x---");
        JsonNode link = stat("link").get("entry");
        assertThat(link.get("type").asText()).isEqualTo("FILE_TYPE_FILE");
        assertThat(link.get("permissions").asText()).startsWith("L");
        assertThat(link.get("symlinkTarget").asText()).isEqualTo("/workspace/file");
        assertThat(stat("broken").get("entry").has("type")).isFalse();
        assertThat(stat("/").get("entry").get("type").asText()).isEqualTo("FILE_TYPE_DIRECTORY");
    }

    @Test
    void foldersAreListedAsDeepAsAskedFor() throws Exception {
        put("a/b/c", "x");

        assertThat(paths("{\"path\":\"a\"}")).containsExactly("/workspace/a/b");
        assertThat(paths("{\"path\":\"~/a\",\"depth\":2}")).containsExactly("/workspace/a/b", "/workspace/a/b/c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Stat | {\"path\":\"absent\"} | 404 | not_found",
                "ListDir | {\"path\":\"absent\"} | 404 | not_found",
                "ListDir | {\"path\":\"file\"} | 400 | invalid_argument",
                "MakeDir | {\"path\":\"dir\"} | 409 | already_exists",
                "MakeDir | {\"path\":\"file\"} | 400 | invalid_argument",
                "Move | {\"source\":\"absent\",\"destination\":\"x\"} | 404 | not_found",
                "CreateWatcher | {\"path\":\"absent\"} | 404 | not_found",
                "CreateWatcher | {\"path\":\"file\"} | 400 | invalid_argument",
                "GetWatcherEvents | {\"watcherId\":\"w99\"} | 404 | not_found",
                "RemoveWatcher | {\"watcherId\":\"w99\"} | 404 | not_found",
                "Stat | {\"path\":\"~other\"} | 400 | invalid_argument",
            })
    void whatCannotBeDoneHasItsOwnCode(String method, String message, int status, String code) throws Exception {
        put("file", "x");
        put("dir/inside", "x");

        Answer answer = box.call("/filesystem.Filesystem/" + method, message);

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json().get("code").asText()).isEqualTo(code);
    }

    @Test
    void toRemoveWhatIsNotThereIsFine() throws Exception {
        put("dir/inside", "x");

        assertThat(box.call("/filesystem.Filesystem/Remove", "{\"path\":\"dir\"}")
                        .text())
                .isEqualTo("{}");
        assertThat(box.call("/filesystem.Filesystem/Remove", "{\"path\":\"dir\"}")
                        .status())
                .isEqualTo(200);
        assertThat(box.call("/filesystem.Filesystem/Stat", "{\"path\":\"dir\"}").status())
                .isEqualTo(404);
    }

    @Test
    void aWatchTellsWhatHappensInAFolderAndBelow() throws Exception {
        put("w/sub/old", "x");
        String message = "{\"path\":\"w\",\"recursive\":true,\"includeEntry\":true}";
        try (Stream stream = box.open("/filesystem.Filesystem/WatchDir", message, Map.of())) {
            assertThat(stream.next().message().toString()).isEqualTo("{\"start\":{}}");
            box.call("/filesystem.Filesystem/Move", "{\"source\":\"w/sub/old\",\"destination\":\"w/sub/new\"}");
            JsonNode renamed = stream.next().message().get("filesystem");
            JsonNode created = stream.next().message().get("filesystem");

            assertThat(renamed.toString()).isEqualTo("{\"name\":\"sub/old\",\"type\":\"EVENT_TYPE_RENAME\"}");
            assertThat(created.get("type").asText()).isEqualTo("EVENT_TYPE_CREATE");
            assertThat(created.at("/entry/path").asText()).isEqualTo("/workspace/w/sub/new");
        }
    }

    @Test
    void aWatcherKeepsEventsUntilTheyAreFetched() throws Exception {
        put("w/file", "x");
        String id = box.call("/filesystem.Filesystem/CreateWatcher", "{\"path\":\"w\"}")
                .json()
                .get("watcherId")
                .asText();
        List<String> seen = new ArrayList<>();
        box.start("{\"process\":{\"cmd\":\"chmod\",\"args\":[\"600\",\"w/file\"]}}");
        box.call("/filesystem.Filesystem/Remove", "{\"path\":\"w/sub\"}");

        await().untilAsserted(() -> {
            box.call("/filesystem.Filesystem/GetWatcherEvents", "{\"watcherId\":\"" + id + "\"}")
                    .json()
                    .path("events")
                    .forEach(event -> seen.add(event.get("type").asText()));
            assertThat(seen).containsExactly("EVENT_TYPE_CHMOD");
        });
        assertThat(box.call("/filesystem.Filesystem/RemoveWatcher", "{\"watcherId\":\"" + id + "\"}")
                        .status())
                .isEqualTo(200);
    }

    private void put(String path, String content) throws IOException {
        Answer answer = wire.send(box.request("/files?path=" + path)
                .post(RequestBody.create(content.getBytes(StandardCharsets.UTF_8), BYTES))
                .build());
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private Answer get(String path) throws IOException {
        return wire.send(box.request("/files?path=" + path).build());
    }

    private JsonNode stat(String path) throws IOException {
        return box.call("/filesystem.Filesystem/Stat", "{\"path\":\"" + path + "\"}")
                .json();
    }

    private List<String> paths(String message) throws IOException {
        return box.call("/filesystem.Filesystem/ListDir", message)
                .json()
                .get("entries")
                .findValuesAsText("path");
    }

    private Answer link(String path, String signature, Long expiration) throws IOException {
        HttpUrl.Builder url =
                HttpUrl.get(server.e2b().sandboxUrl() + "/files").newBuilder().addQueryParameter("path", path);
        if (signature != null) {
            url.addQueryParameter("signature", signature);
        }
        if (expiration != null) {
            url.addQueryParameter("signature_expiration", expiration.toString());
        }
        return wire.send(new Request.Builder()
                .url(url.build())
                .header("E2b-Sandbox-Id", box.id())
                .build());
    }
}
