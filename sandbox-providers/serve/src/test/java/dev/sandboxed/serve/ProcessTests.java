package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.serve.Wire.Answer;
import dev.sandboxed.serve.Wire.Box;
import dev.sandboxed.serve.Wire.Envelope;
import dev.sandboxed.serve.Wire.Stream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import okio.Buffer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessTests {

    private static final String START = "/process.Process/Start";

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
        box = wire.create("\"envVars\":{\"A\":\"sandbox\",\"B\":\"sandbox\"}");
    }

    @Test
    void whatHasItsDefaultIsLeftOut() throws Exception {
        List<Envelope> said = box.start("{\"process\":{\"cmd\":\"/bin/true\"}}");

        assertThat(said.get(1).message().toString())
                .isEqualTo("{\"event\":{\"end\":{\"exited\":true,\"status\":\"exit status 0\"}}}");
    }

    @Test
    void aPidThatIsToldIsThatOfNoOtherProcess() throws Exception {
        assertThat(pid(box.start("{\"process\":{\"cmd\":\"/bin/true\"}}").get(0)))
                .isGreaterThan(1 << 22);
    }

    @Test
    void argumentsArriveLiterally() throws Exception {
        List<Envelope> said = box.start(
                "{\"process\":{\"cmd\":\"printf\",\"args\":[\"%s.\",\"$HOME\",\"a  b\",\"*\",\"'\\\"\\n\"]},\"stdin\":false}");

        assertThat(stdout(said)).isEqualTo("$HOME.a  b.*.'\"\n.");
    }

    @Test
    void variablesOfTheRequestWinOverThoseOfTheSandbox() throws Exception {
        assertThat(stdout(box.start(shell("echo $A $B", "\"envs\":{\"B\":\"request\"}"))))
                .isEqualTo("sandbox request\n");
    }

    @Test
    void aMissingProgramIsAnExitWithTheDaemonsComplaint() throws Exception {
        List<Envelope> said = box.start("{\"process\":{\"cmd\":\"no-such-program\"}}");

        assertThat(text(said, "stderr")).isEqualTo("/usr/bin/nice: 'no-such-program': No such file or directory\n");
        assertThat(end(said).get("exitCode").asInt()).isEqualTo(127);
        assertThat(end(said).get("exited").asBoolean()).isTrue();
    }

    @Test
    void aProgramThatComplainsInThoseWordsIsQuoted() throws Exception {
        assertThat(text(box.start(shell("echo /bin/sh: not found >&2")), "stderr"))
                .isEqualTo("/bin/sh: not found\n");
    }

    @ParameterizedTest
    @CsvSource({
        "nowhere, cwd 'nowhere' does not exist",
        "/no/where, cwd '/no/where' does not exist",
        "~root, cannot expand user-specific home dir in '~root'"
    })
    void aMissingDirectoryIsAnError(String cwd, String message) throws Exception {
        List<Envelope> said = box.start(shell("pwd", "\"cwd\":\"" + cwd + "\""));

        assertThat(said).hasSize(1);
        assertThat(error(said)).isEqualTo("invalid_argument " + message);
    }

    @Test
    void aKilledProcessTellsTheSignal() throws Exception {
        try (Stream stream = box.open(START, shell("echo up; sleep 100; :"), Map.of())) {
            int pid = pid(stream.next());
            assertThat(stream.next().message().at("/event/data/stdout").asText())
                    .isEqualTo(base64("up\n"));
            assertThat(signal(pid, "\"SIGNAL_SIGKILL\"").status()).isEqualTo(200);

            assertThat(end(stream.rest()).toString())
                    .isEqualTo("{\"exitCode\":-1,\"status\":\"signal: killed\",\"error\":\"signal: killed\"}");
            assertThat(signal(pid, "\"SIGNAL_SIGKILL\"").status()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource({"SIGNAL_SIGINT, 501, unimplemented", "SIGNAL_UNSPECIFIED, 501, unimplemented"})
    void otherSignalsCannotBeSent(String name, int status, String code) throws Exception {
        try (Stream stream = box.open(START, shell("sleep 100"), Map.of())) {
            Answer answer = signal(pid(stream.next()), '"' + name + '"');

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.json().get("code").asText()).isEqualTo(code);
        }
    }

    @Test
    void signalsHaveNumbersToo() throws Exception {
        try (Stream stream = box.open(START, shell("sleep 100"), Map.of())) {
            signal(pid(stream.next()), "15");

            assertThat(end(stream.rest()).get("status").asText()).isEqualTo("signal: terminated");
        }
    }

    @Test
    void anUnknownProcessIsNotFound() throws Exception {
        for (String method : List.of("SendInput", "SendSignal", "CloseStdin", "Update")) {
            Answer answer = box.call("/process.Process/" + method, "{\"process\":{\"pid\":77}}");

            assertThat(answer.status()).as(method).isEqualTo(404);
            assertThat(answer.text())
                    .isEqualTo("{\"code\":\"not_found\",\"message\":\"process with pid 77 not found\"}");
        }
        try (Stream stream = box.open("/process.Process/Connect", "{\"process\":{\"tag\":\"t\"}}", Map.of())) {
            assertThat(stream.status()).isEqualTo(200);
            assertThat(error(stream.rest())).isEqualTo("not_found process with tag t not found");
        }
    }

    @Test
    void whenTheTimeIsUpTheCommandIsKilledAndTheCallerTold() throws Exception {
        try (Stream stream = box.open(START, shell("sleep 100"), Map.of("Connect-Timeout-Ms", "200"))) {
            List<Envelope> said = stream.rest();

            assertThat(error(said)).startsWith("deadline_exceeded");
            awaitNoProcess();
        }
    }

    @Test
    void theTimeRunsOnWhenTheCallerIsGone() throws Exception {
        try (Stream stream = box.open(START, shell("sleep 100"), Map.of("Connect-Timeout-Ms", "500"))) {
            stream.next();
        }

        assertThat(list()).hasSize(1);
        awaitNoProcess();
    }

    @Test
    void aProcessLivesOnWithoutItsCallerAndAnotherCanListen() throws Exception {
        int pid;
        try (Stream stream = box.open(START, shell("while read a; do echo $a; done"), Map.of())) {
            pid = pid(stream.next());
        }
        try (Stream stream = box.open("/process.Process/Connect", selector(pid), Map.of())) {
            assertThat(pid(stream.next())).isEqualTo(pid);
            // Only what it fails to send tells the server that the first caller is gone, and not at the first time.
            for (int line = 0; line < 20; line++) {
                input(pid, line + "\n");
                assertThat(stream.next().message().at("/event/data/stdout").asText())
                        .isEqualTo(base64(line + "\n"));
            }
            box.call("/process.Process/CloseStdin", selector(pid));
            assertThat(end(stream.rest()).get("exited").asBoolean()).isTrue();
        }
    }

    @Test
    void howAProcessEndedCanBeAskedForAWhile() throws Exception {
        int pid = pid(box.start(shell("echo gone; exit 4")).get(0));

        await().untilAsserted(() -> {
            try (Stream stream = box.open("/process.Process/Connect", selector(pid), Map.of())) {
                List<Envelope> said = stream.rest();
                assertThat(said).extracting(Envelope::flags).containsExactly(0, 0, 2);
                assertThat(end(said).get("exitCode").asInt()).isEqualTo(4);
            }
        });
        assertThat(list()).isEmpty();
    }

    @Test
    void inputIsWrittenClosedAndThenRefused() throws Exception {
        try (Stream stream = box.open(START, shell("cat; read x; sleep 100", ""), Map.of())) {
            int pid = pid(stream.next());
            input(pid, "hello");
            assertThat(stream.next().message().at("/event/data/stdout").asText())
                    .isEqualTo(base64("hello"));
            assertThat(box.call("/process.Process/CloseStdin", selector(pid)).status())
                    .isEqualTo(200);

            assertThat(input(pid, "more").json().get("code").asText()).isEqualTo("internal");
        }
        try (Stream stream =
                box.open(START, "{\"process\":{\"cmd\":\"sleep\",\"args\":[\"100\"]},\"stdin\":false}", Map.of())) {
            assertThat(input(pid(stream.next()), "x").status()).isEqualTo(500);
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void inputThatIsClosedOrNeverWasOpenMayBeClosed(String open) throws Exception {
        String sleep = "{\"process\":{\"cmd\":\"sleep\",\"args\":[\"100\"]},\"stdin\":" + open + "}";
        try (Stream stream = box.open(START, sleep, Map.of())) {
            String selector = selector(pid(stream.next()));
            box.call("/process.Process/CloseStdin", selector);

            assertThat(box.call("/process.Process/CloseStdin", selector).text()).isEqualTo("{}");
        }
    }

    @Test
    void aStreamOfInputBeginsWithItsProcess() throws Exception {
        try (Stream stream = box.open(START, shell("head -c 6"), Map.of())) {
            int pid = pid(stream.next());
            byte[] right = join(
                    Wire.envelope(0, "{\"start\":" + selector(pid) + "}"),
                    Wire.envelope(0, "{\"keepalive\":{}}"),
                    Wire.envelope(0, "{\"data\":{\"input\":{\"stdin\":\"" + base64("abc") + "\"}}}"),
                    Wire.envelope(0, "{\"data\":{\"input\":{\"stdin\":\"" + base64("def") + "\"}}}"));
            byte[] wrong = Wire.envelope(0, "{\"data\":{\"input\":{\"stdin\":\"\"}}}");

            assertThat(error(streamInput(wrong))).startsWith("invalid_argument");
            List<Envelope> answer = streamInput(right);
            assertThat(answer).extracting(Envelope::flags).containsExactly(0, 2);
            assertThat(answer)
                    .allSatisfy(one -> assertThat(one.message().toString()).isEqualTo("{}"));
            assertThat(stdout(stream.rest())).isEqualTo("abcdef");
        }
    }

    @Test
    void aTerminalHasASizeAndTakesInput() throws Exception {
        String message =
                "{\"process\":{\"cmd\":\"/bin/sh\"},\"pty\":{\"size\":{\"cols\":91,\"rows\":17}},\"tag\":\"shell\"}";
        try (Stream stream = box.open(START, message, Map.of())) {
            stream.next();
            String select = "\"process\":{\"tag\":\"shell\"}";
            box.call("/process.Process/Update", "{" + select + ",\"pty\":{\"size\":{\"cols\":55,\"rows\":12}}}");
            Answer typed = box.call(
                    "/process.Process/SendInput",
                    "{" + select + ",\"input\":{\"pty\":\"" + base64("stty size; exit 3\n") + "\"}}");

            assertThat(typed.status()).isEqualTo(200);
            assertThat(box.call("/process.Process/CloseStdin", "{" + select + "}")
                            .status())
                    .isIn(500, 404);
            List<Envelope> said = stream.rest();
            assertThat(text(said, "pty")).contains("12 55");
            assertThat(end(said).get("exitCode").asInt()).isEqualTo(3);
        }
    }

    @Test
    void silenceIsBrokenBySignsOfLife() throws Exception {
        try (Stream stream = box.open(START, shell("sleep 100"), Map.of("Keepalive-Ping-Interval", "1"))) {
            stream.next();

            assertThat(stream.next().message().toString()).isEqualTo("{\"event\":{\"keepalive\":{}}}");
        }
    }

    @ParameterizedTest
    @CsvSource({"DELETE, ''", "POST, /pause"})
    void aStreamBreaksOffWhenItsSandboxIsKilledOrPaused(String method, String action) throws Exception {
        try (Stream stream = box.open(START, shell("sleep 100"), Map.of())) {
            stream.next();
            wire.api(method, "/sandboxes/" + box.id() + action, null);

            assertThatThrownBy(stream::rest)
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aShortCommandIsAnsweredWithoutDelay() throws Exception {
        String message = "{\"process\":{\"cmd\":\"/bin/true\"},\"stdin\":false}";
        long[] took = new long[60];
        for (int i = 0; i < took.length; i++) {
            long begin = System.nanoTime();
            box.start(message);
            took[i] = System.nanoTime() - begin;
        }
        Arrays.sort(took);

        assertThat(Duration.ofNanos(took[took.length / 2])).isLessThan(Duration.ofMillis(25));
    }

    private void awaitNoProcess() {
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(list()).isEmpty());
    }

    private JsonNode list() throws IOException {
        return box.call("/process.Process/List", "{}").json().path("processes");
    }

    private Answer signal(int pid, String signal) throws IOException {
        return box.call("/process.Process/SendSignal", "{\"process\":{\"pid\":" + pid + "},\"signal\":" + signal + "}");
    }

    private Answer input(int pid, String text) throws IOException {
        return box.call(
                "/process.Process/SendInput",
                "{\"process\":{\"pid\":" + pid + "},\"input\":{\"stdin\":\"" + base64(text) + "\"}}");
    }

    private List<Envelope> streamInput(byte[] envelopes) throws IOException {
        try (Stream stream = new Stream(wire.http()
                .newCall(box.streamRequest("/process.Process/StreamInput", envelopes)
                        .build())
                .execute())) {
            return stream.rest();
        }
    }

    private static String selector(int pid) {
        return "{\"process\":{\"pid\":" + pid + "}}";
    }

    private static String shell(String script, String... members) {
        String more = members.length == 0 || members[0].isEmpty() ? "" : "," + members[0];
        return "{\"process\":{\"cmd\":\"/bin/sh\",\"args\":[\"-c\",\"" + script + "\"]" + more + "}}";
    }

    private static int pid(Envelope start) {
        return start.message().at("/event/start/pid").asInt();
    }

    private static JsonNode end(List<Envelope> said) {
        return said.get(said.size() - 2).message().at("/event/end");
    }

    private static String error(List<Envelope> said) {
        JsonNode error = said.get(said.size() - 1).message().get("error");
        return error.get("code").asText() + " " + error.get("message").asText();
    }

    private static String stdout(List<Envelope> said) throws IOException {
        return text(said, "stdout");
    }

    private static String text(List<Envelope> said, String source) throws IOException {
        try (Buffer all = new Buffer()) {
            for (Envelope one : said) {
                all.write(Base64.getDecoder()
                        .decode(one.message().at("/event/data/" + source).asText()));
            }
            return all.readUtf8();
        }
    }

    private static byte[] join(byte[]... parts) throws IOException {
        try (Buffer all = new Buffer()) {
            for (byte[] part : parts) {
                all.write(part);
            }
            return all.readByteArray();
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
