package dev.sandboxed.provider.kubernetes.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.TerminalSize;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The streams of a process, with an API server that speaks as the real one does. */
@Timeout(30)
class ExecChannelTests {

    private static final String SUCCESS = "{\"metadata\":{},\"status\":\"Success\"}";
    private static final String SEVEN =
            "{\"metadata\":{},\"status\":\"Failure\",\"message\":\"command terminated with non-zero exit"
                    + " code: exit status 7\",\"reason\":\"NonZeroExitCode\",\"details\":{\"causes\":[{\"reason\":\"ExitCode\","
                    + "\"message\":\"7\"}]}}";

    private final MockWebServer server = new MockWebServer();
    private final Pod pod = new Pod();
    private ExecDoor door;

    /** What the process in the pod does, and what it was sent. */
    private static final class Pod extends WebSocketListener {

        private final List<ByteString> received = new CopyOnWriteArrayList<>();
        private volatile WebSocket socket;

        @Override
        public void onOpen(WebSocket opened, Response response) {
            socket = opened;
        }

        @Override
        public void onMessage(WebSocket from, ByteString bytes) {
            received.add(bytes);
        }

        @Override
        public void onClosing(WebSocket from, int code, String reason) {
            from.close(code, reason);
        }

        void says(int channel, byte[] bytes) {
            await().until(() -> socket != null);
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            message.write(channel);
            message.writeBytes(bytes);
            socket.send(ByteString.of(message.toByteArray()));
        }

        void says(int channel, String text) {
            says(channel, text.getBytes(StandardCharsets.UTF_8));
        }

        void ends(String status) {
            says(3, status);
            socket.close(1000, "");
        }
    }

    @BeforeEach
    void start() throws IOException {
        server.start();
        door = new ExecDoor(() -> new ConfigBuilder()
                .withAutoConfigure(false)
                .withMasterUrl("http://127.0.0.1:" + server.getPort())
                .withNamespace("tests")
                .withOauthToken("a secret word")
                .build());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private ExecChannel open(String... argv) throws IOException {
        server.enqueue(new MockResponse.Builder()
                .addHeader("Sec-WebSocket-Protocol", "v5.channel.k8s.io")
                .webSocketUpgrade(pod)
                .build());
        return door.open("pod-1", List.of(argv), false, ExecDoor.TO_OPEN);
    }

    @Test
    void theProcessIsNamedWordByWordAndTheProtocolAskedForThatCanEndItsInput() throws Exception {
        open("/bin/sh", "-c", "echo 'a & b'; #?");

        RecordedRequest request = server.takeRequest();
        assertThat(request.getUrl().encodedPath()).isEqualTo("/api/v1/namespaces/tests/pods/pod-1/exec");
        assertThat(request.getUrl().queryParameterValues("command"))
                .containsExactly("/bin/sh", "-c", "echo 'a & b'; #?");
        assertThat(request.getUrl().queryParameter("stderr")).isEqualTo("true");
        assertThat(request.getHeaders().get("Sec-WebSocket-Protocol")).isEqualTo("v5.channel.k8s.io");
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer a secret word");
    }

    @Test
    void outputsAreToldApartAndTheExitCodeIsKnownAtTheEnd() throws Exception {
        ExecChannel channel = open("program");
        pod.says(1, "out");
        pod.says(2, "err");
        pod.ends(SEVEN);

        assertThat(channel.read()).hasValueSatisfying(chunk -> assertChunk(chunk, Source.STDOUT, "out"));
        assertThat(channel.read()).hasValueSatisfying(chunk -> assertChunk(chunk, Source.STDERR, "err"));
        assertThat(channel.read()).isEmpty();
        assertThat(channel.end())
                .hasValueSatisfying(end -> assertThat(end.code()).hasValue(7));
    }

    private static void assertChunk(OutputChunk chunk, Source source, String text) {
        assertThat(chunk.source()).isEqualTo(source);
        assertThat(chunk.bytes()).asString(StandardCharsets.UTF_8).isEqualTo(text);
    }

    /** A message that does not fit into one piece says whose it is at its beginning only. */
    @Test
    void aLargeMessageIsNotTakenForSeveral() throws Exception {
        ExecChannel channel = open("program");
        byte[] large = new byte[3 * 1024 * 1024];
        Arrays.fill(large, (byte) 2);
        pod.says(1, large);
        pod.ends(SUCCESS);

        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Optional<OutputChunk> chunk = channel.read(); chunk.isPresent(); chunk = channel.read()) {
            assertThat(chunk.get().source()).isEqualTo(Source.STDOUT);
            all.writeBytes(chunk.get().bytes());
        }
        assertThat(all.toByteArray()).isEqualTo(large);
        assertThat(channel.end())
                .hasValueSatisfying(end -> assertThat(end.code()).hasValue(0));
    }

    @Test
    void theEndOfInputLeavesOutputsOpen() throws Exception {
        ExecChannel channel = open("cat");
        try (OutputStream input = channel.input()) {
            input.write("hello".getBytes(StandardCharsets.UTF_8));
        }

        await().until(() -> pod.received.size() == 2);
        assertThat(pod.received.get(0)).isEqualTo(ByteString.encodeUtf8("\u0000hello"));
        assertThat(pod.received.get(1)).isEqualTo(ByteString.of((byte) 255, (byte) 0));
        pod.says(1, "hello");
        assertThat(channel.read()).isPresent();
    }

    @Test
    void aTerminalIsResized() throws Exception {
        ExecChannel channel = open("sh");

        channel.resize(new TerminalSize(120, 40));

        await().until(() -> !pod.received.isEmpty());
        assertThat(pod.received.get(0)).isEqualTo(ByteString.encodeUtf8("\u0004{\"Width\":120,\"Height\":40}"));
    }

    @Test
    void aConnectionThatEndsWithoutAWordIsNoEndOfTheProcess() throws Exception {
        ExecChannel channel = open("program");
        pod.says(1, "half of ");
        pod.socket.close(1001, "going away");

        assertThat(channel.read()).isPresent();
        assertThatIOException().isThrownBy(channel::read).withStackTraceContaining("with code 1001: going away");
        assertThat(channel.end()).isEmpty();
    }

    @Test
    void whoeverReadsIsWokenWhenTheChannelIsClosed() throws Exception {
        ExecChannel channel = open("program");
        Thread closing = new Thread(channel::close);
        closing.start();

        assertThatIOException().isThrownBy(channel::read).withStackTraceContaining("The channel is closed");
        closing.join();
    }

    @Test
    void aPodThatIsNotThereIsToldFromOneThatWeMayNotEnter() {
        server.enqueue(new MockResponse.Builder().code(404).build());
        assertThatExceptionOfType(ExecRefusedException.class)
                .isThrownBy(() -> door.open("pod-2", List.of("true"), false, ExecDoor.TO_OPEN))
                .matches(ExecRefusedException::saysGone);

        server.enqueue(new MockResponse.Builder().code(403).build());
        assertThatExceptionOfType(ExecRefusedException.class)
                .isThrownBy(() -> door.open("pod-2", List.of("true"), false, ExecDoor.TO_OPEN))
                .matches(ExecRefusedException::saysForbidden);
    }
}
