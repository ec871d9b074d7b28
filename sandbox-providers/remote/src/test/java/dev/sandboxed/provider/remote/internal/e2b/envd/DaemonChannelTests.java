package dev.sandboxed.provider.remote.internal.e2b.envd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.guest.exec.GuestProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import mockwebserver3.RecordedRequest;
import okio.BufferedSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DaemonChannelTests {

    @TempDir
    private Path folder;

    private final CountDownLatch read = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private ServedDaemon served;

    /** A process that ends as soon as it is sent something, whose daemon says only afterwards that it was sent. */
    private final class EndsAtItsInput extends Dispatcher {

        @Override
        public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
            String asked = request.getUrl().encodedPath();
            if (asked.endsWith("/Start")) {
                return new MockResponse.Builder()
                        .setHeader("Content-Type", "application/connect+json")
                        .body(new Outputs())
                        .build();
            }
            if (asked.endsWith("/SendInput")) {
                read.countDown();
                closed.await();
            }
            return new MockResponse.Builder()
                    .setHeader("Content-Type", "application/json")
                    .body("{}")
                    .build();
        }
    }

    private final class Outputs implements MockResponseBody {

        @Override
        public long getContentLength() {
            return -1;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            say(sink, 0, "{\"event\":{\"start\":{\"pid\":5}}}");
            try {
                read.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            say(sink, 0, "{\"event\":{\"end\":{\"exited\":true,\"status\":\"exit status 0\"}}}");
            say(sink, 2, "{}");
        }

        private static void say(BufferedSink sink, int flags, String words) throws IOException {
            byte[] bytes = words.getBytes(StandardCharsets.UTF_8);
            sink.writeByte(flags).writeInt(bytes.length).write(bytes).flush();
        }
    }

    @BeforeEach
    void open() throws IOException {
        served = ServedDaemon.start(folder);
        served.gateway().setDispatcher(new EndsAtItsInput());
    }

    @AfterEach
    void close() {
        closed.countDown();
        served.close();
    }

    @Test
    void whoTypedExitWasToldThatItCouldNotBeSent() throws Exception {
        DaemonChannel channel = DaemonChannel.start(
                served.daemon(), new GuestProcess(List.of("sh"), Map.of(), null, TerminalSize.DEFAULT));
        CompletableFuture<Void> typing = CompletableFuture.runAsync(() -> {
            try {
                channel.input().write("exit\n".getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(channel.read()).isEmpty();
        channel.close();

        assertThat(typing).succeedsWithin(Duration.ofSeconds(30));
    }
}
