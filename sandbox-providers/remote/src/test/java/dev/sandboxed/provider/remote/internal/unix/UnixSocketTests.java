package dev.sandboxed.provider.remote.internal.unix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.process.internal.socket.UnixSocketFactory;
import dev.sandboxed.provider.remote.internal.fake.FakeService;
import dev.sandboxed.provider.remote.internal.http.HttpProvider;
import dev.sandboxed.wire.internal.Words;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class UnixSocketTests {

    @TempDir
    private Path folder;

    private Path path;
    private ServerSocketChannel server;

    @BeforeEach
    void listen() throws IOException {
        path = folder.resolve("socket");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private Socket connect() throws IOException {
        return new UnixSocketFactory(path).createSocket("anywhere", 80);
    }

    @Test
    void bytesGoBothWays() throws IOException {
        try (Socket socket = connect();
                SocketChannel other = server.accept()) {
            socket.getOutputStream().write("there".getBytes(StandardCharsets.UTF_8));
            assertThat(Channels.newInputStream(other).readNBytes(5)).asString().isEqualTo("there");
            other.write(ByteBuffer.wrap("back".getBytes(StandardCharsets.UTF_8)));
            assertThat(socket.getInputStream().readNBytes(4)).asString().isEqualTo("back");
            other.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aReadEndsWhenItsTimeIsUpAndGoesOnLater() throws IOException {
        try (Socket socket = connect();
                SocketChannel other = server.accept()) {
            socket.setSoTimeout(10);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            other.write(ByteBuffer.wrap(new byte[] {9}));
            socket.setSoTimeout(0);
            assertThat(socket.getInputStream().read()).isEqualTo(9);
        }
    }

    @Test
    void whoeverWaitsIsWokenWhenItIsClosed() throws Exception {
        Socket socket = connect();
        try (SocketChannel other = server.accept()) {
            InputStream in = socket.getInputStream();
            FutureTask<Integer> reading = new FutureTask<>(in::read);
            Thread reader = new Thread(reading, "reader");
            reader.start();
            socket.close();
            assertThatThrownBy(() -> reading.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(IOException.class);
            assertThat(socket.isClosed()).isTrue();
            assertThat(Channels.newInputStream(other).read()).isEqualTo(-1);
        }
    }

    @Test
    void aSocketThatIsNotThereIsNamed() {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> new UnixSocketFactory(missing).createSocket("anywhere", 80))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(missing.toString());
    }

    /** Each answer is sent on the connection of the one before it, as long as that is good. */
    @Test
    void theProviderAsksAServiceBehindASocketAndNoticesAConnectionThatWasClosed() throws Exception {
        FutureTask<Integer> serving = new FutureTask<>(() -> {
            int connections = 0;
            for (int answers : new int[] {2, 1}) {
                try (SocketChannel client = server.accept()) {
                    connections++;
                    for (int i = 0; i < answers; i++) {
                        answer(client);
                    }
                }
            }
            return connections;
        });
        Thread thread = new Thread(serving, "service");
        thread.setDaemon(true);
        thread.start();
        try (HttpProvider provider = new HttpProvider(ProviderContext.in(folder)
                .withSettings(Map.of("endpoint", "unix:" + path, "token", FakeService.TOKEN)))) {
            for (int i = 0; i < 2; i++) {
                assertThat(provider.status()).isInstanceOf(ProviderStatus.Available.class);
            }
            await().until(() -> provider.status().isAvailable());
        }
        assertThat(serving.get(10, TimeUnit.SECONDS)).isEqualTo(2);
    }

    private static void answer(SocketChannel client) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0 && client.read(one.clear()) > 0) {
            head.append((char) one.get(0));
        }
        byte[] body = Words.written(FakeService.health("1.0"));
        client.write(ByteBuffer.wrap(("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII)));
        client.write(ByteBuffer.wrap(body));
    }
}
