package dev.sandboxed.serve.internal.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.serve.internal.web.Door;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpService;
import dev.sandboxed.serve.internal.web.Json;
import dev.sandboxed.serve.internal.web.ServerLimits;
import dev.sandboxed.serve.internal.web.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CallsTests {

    private static final ServerLimits HASTY = new ServerLimits(8, Duration.ofMillis(300), Duration.ofMillis(300));

    private final CountDownLatch dropped = new CountDownLatch(1);
    private final AtomicInteger heard = new AtomicInteger();

    @Test
    void aCallerWhoStreamsWhatIsTypedMayBeSilent() throws Exception {
        try (WebServer server = WebServer.start("test", Door.loopback(0), HASTY, this::gather);
                Socket caller = call(server, 14)) {
            caller.getOutputStream().write(envelope());
            isSilent();
            caller.getOutputStream().write(envelope());

            // It ends without a word from the caller: what comes after the call has the usual limit again.
            assertThat(rest(caller)).startsWith("HTTP/1.1 200").contains("{\"count\":2}");
        }
    }

    @Test
    void aCallerWhoOwesTheRestOfItsOnlyMessageIsDropped() throws Exception {
        HttpService service = exchange -> noting(() -> Calls.streaming(exchange, (message, headers, events) -> {}));
        try (WebServer server = WebServer.start("test", Door.loopback(0), HASTY, service);
                Socket caller = call(server, 14)) {
            caller.getOutputStream().write(envelope());

            assertThat(dropped.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aMessageIsHeardBeforeTheNextIsSent() throws Exception {
        try (WebServer server = WebServer.start("test", Door.loopback(0), HASTY, this::gather);
                Socket caller = call(server, 14)) {
            caller.getOutputStream().write(envelope());

            await().until(() -> heard.get() == 1);
        }
    }

    @Test
    void aCallerWhoIsSilentDoesNotHoldUpTheEndOfAServer() throws Exception {
        WebServer server = WebServer.start("test", Door.loopback(0), HASTY, this::gather);
        try (Socket caller = call(server, 14)) {
            caller.getOutputStream().write(envelope());
            await().until(() -> heard.get() == 1);

            server.close();

            assertThat(dropped.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void gather(Exchange exchange) throws IOException {
        noting(() -> Calls.gathering(exchange, (messages, headers) -> {
            while (messages.next().isPresent()) {
                heard.incrementAndGet();
            }
            return Json.object().put("count", heard.get());
        }));
    }

    @FunctionalInterface
    private interface Serving {
        void run() throws IOException;
    }

    private void noting(Serving serving) throws IOException {
        try {
            serving.run();
        } catch (IOException e) {
            dropped.countDown();
            throw e;
        }
    }

    /** Much longer than a client may be idle otherwise. */
    private void isSilent() throws InterruptedException {
        assertThat(dropped.await(1500, TimeUnit.MILLISECONDS)).isFalse();
    }

    private static byte[] envelope() {
        return ByteBuffer.allocate(7)
                .put((byte) 0)
                .putInt(2)
                .put((byte) '{')
                .put((byte) '}')
                .array();
    }

    private static Socket call(WebServer server, int length) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.url().getPort());
        socket.setSoTimeout(10_000);
        String head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/connect+json\r\nContent-Length: "
                + length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
