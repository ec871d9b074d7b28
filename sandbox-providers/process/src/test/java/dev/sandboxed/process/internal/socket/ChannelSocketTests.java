package dev.sandboxed.process.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What differs from sockets of Unix, which are tried where libraries use them. */
@Timeout(30)
class ChannelSocketTests {

    private static ServerSocket server() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @Test
    void whoeverWaitsForANetworkIsInterrupted() throws Exception {
        try (ServerSocket silent = server();
                Socket socket = ChannelSocket.to(silent.getLocalSocketAddress())) {
            FutureTask<Integer> reading =
                    new FutureTask<>(() -> socket.getInputStream().read());
            Thread reader = new Thread(reading, "test-reader");
            reader.start();
            await().until(() -> reader.getState() == Thread.State.RUNNABLE
                    && reader.getStackTrace().length > 0
                    && reader.getStackTrace()[0].isNativeMethod());

            reader.interrupt();

            assertThatThrownBy(() -> reading.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedIOException.class);
        }
    }

    @Test
    void whatOneWritesTheOtherReads() throws IOException {
        try (ServerSocket listening = server();
                Socket one = ChannelSocket.to(listening.getLocalSocketAddress());
                Socket other = listening.accept()) {
            one.getOutputStream().write(new byte[] {1, 2, 3});
            assertThat(other.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
            other.getOutputStream().write(4);
            assertThat(one.getInputStream().read()).isEqualTo(4);
        }
    }

    @Test
    void whereNobodyListensTheAddressIsNamed() throws IOException {
        ServerSocket gone = server();
        gone.close();

        assertThatThrownBy(() -> ChannelSocket.to(gone.getLocalSocketAddress()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(String.valueOf(gone.getLocalPort()));
    }
}
