package dev.sandboxed.serve.internal.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxTransportException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WebServerTests {

    private static final ServerLimits HASTY = new ServerLimits(8, Duration.ofMillis(300), Duration.ofMillis(300));

    @Test
    void aClientThatDoesNotSendWhatItPromisedIsDropped() throws Exception {
        CountDownLatch dropped = new CountDownLatch(1);
        HttpService reading = exchange -> {
            try {
                exchange.body().readAllBytes();
            } catch (IOException e) {
                dropped.countDown();
                throw e;
            }
        };
        try (WebServer server = WebServer.start("test", Door.loopback(0), HASTY, reading);
                Socket client = connect(server)) {
            write(client, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");

            assertThat(dropped.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aClientThatWaitsForAnAnswerIsNotDropped() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        HttpService slow = exchange -> {
            try {
                // Much longer than a client may be idle otherwise.
                assertThat(go.await(1500, TimeUnit.MILLISECONDS)).isFalse();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.answer(200, "text/plain", exchange.body().readAllBytes());
        };
        try (WebServer server = WebServer.start("test", Door.loopback(0), HASTY, slow);
                Socket client = connect(server)) {
            write(client, "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nlate");

            assertThat(read(client)).startsWith("HTTP/1.1 200").endsWith("late");
        }
    }

    @Test
    void aClientThatIsStillSendingLearnsWhyItWasRefused() throws Exception {
        ServerLimits patient = new ServerLimits(8, Duration.ofSeconds(30), Duration.ofMillis(300));
        try (WebServer server = WebServer.start("test", Door.loopback(0), patient, WebServerTests::refuse);
                Socket client = connect(server)) {
            int length = 20 << 20;
            write(client, "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " + length + "\r\n\r\n");
            client.getOutputStream().write(new byte[length]);

            assertThat(read(client)).startsWith("HTTP/1.1 413").contains("too much");
        }
    }

    @Test
    void aClientThatIsRefusedAndThenSilentIsDropped() throws Exception {
        try (WebServer server = WebServer.start("test", Door.loopback(0), HASTY, WebServerTests::refuse);
                Socket client = connect(server)) {
            write(client, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");

            assertThat(read(client)).startsWith("HTTP/1.1 413").contains("too much");
        }
    }

    @Test
    void aClientThatNeverEndsIsDropped() throws Exception {
        byte[] piece = new byte[1 << 20];
        try (WebServer server = WebServer.start("test", Door.loopback(0), HASTY, WebServerTests::refuse);
                Socket client = connect(server)) {
            write(client, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000000\r\n\r\n");

            assertThatThrownBy(() -> {
                        for (int i = 0; i < 256; i++) {
                            client.getOutputStream().write(piece);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void whatIsNoRequestIsRefusedInTheFormOfAllErrors() throws Exception {
        try (WebServer server = WebServer.start("test", Door.loopback(0), HASTY, exchange -> exchange.answer(204));
                Socket client = connect(server)) {
            write(client, "NONSENSE\r\n\r\n");

            assertThat(read(client)).startsWith("HTTP/1.1 400").endsWith("{\"code\":400,\"message\":\"Bad Request\"}");
        }
    }

    @Test
    void aServiceThatFailsIsAnError() throws Exception {
        HttpService broken = exchange -> {
            throw new IllegalStateException("for the log only");
        };
        try (WebServer server = WebServer.start("test", Door.loopback(0), HASTY, broken);
                Socket client = connect(server)) {
            write(client, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

            assertThat(read(client)).startsWith("HTTP/1.1 500").doesNotContain("for the log only");
        }
    }

    @Test
    void onlyThisMachineReachesIt() throws Exception {
        List<InetAddress> others = Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress())
                .toList();
        try (WebServer server = WebServer.start("test", Door.loopback(0), HASTY, exchange -> exchange.answer(204))) {
            for (InetAddress address : others) {
                assertThatThrownBy(() -> new Socket(address, server.url().getPort()).close())
                        .isInstanceOf(IOException.class);
            }
            assertThat(server.url().getHost()).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        try (WebServer first = WebServer.start("test", Door.loopback(0), HASTY, exchange -> exchange.answer(204))) {
            URI taken = first.url();

            assertThatThrownBy(() -> WebServer.start("test", Door.loopback(taken.getPort()), HASTY, exchange -> {}))
                    .isInstanceOf(SandboxTransportException.class)
                    .hasMessageContaining("127.0.0.1:" + taken.getPort())
                    .hasMessageContaining("choose another port");
        }
    }

    private static void refuse(Exchange exchange) throws IOException {
        throw new HttpError(413, "too much");
    }

    private static Socket connect(WebServer server) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.url().getPort());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String read(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
