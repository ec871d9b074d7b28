package dev.sandboxed.provider.kubernetes.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What lies between forgets connections over which nothing goes, and a command would have been waited for until its timeout. */
@Timeout(30)
class SilentConnectionTests {

    private static final Duration OFTEN = Duration.ofMillis(20);

    private final ExecChannel channel = new ExecChannel(OFTEN);
    private final AtomicInteger pings = new AtomicInteger();

    @Test
    void oneThatAnswersNothingAnyMoreIsLost() {
        Other nobody = new Other(false);
        channel.over(nobody);

        assertThatIOException().isThrownBy(channel::read).withMessageContaining("no answer for 20 ms");
        assertThat(nobody.aborted).isTrue();
    }

    @Test
    void oneThatAnswersStaysAndIsAskedNoMoreWhenItIsClosed() {
        Other alive = new Other(true);
        channel.over(alive);

        await().until(() -> pings.get() > 5);
        assertThat(alive.aborted).isFalse();
        channel.close();
        assertThat(alive.aborted).isTrue();
    }

    /** The other side of a connection. */
    private final class Other implements WebSocket {

        private final boolean answers;
        private volatile boolean aborted;

        Other(boolean answers) {
            this.answers = answers;
        }

        @Override
        public CompletableFuture<WebSocket> sendPing(ByteBuffer message) {
            pings.incrementAndGet();
            if (answers) {
                channel.onPong(this, message);
            }
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public void abort() {
            aborted = true;
        }

        @Override
        public void request(long n) {}

        @Override
        public CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<WebSocket> sendPong(ByteBuffer message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<WebSocket> sendClose(int statusCode, String reason) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String getSubprotocol() {
            return "";
        }

        @Override
        public boolean isOutputClosed() {
            return false;
        }

        @Override
        public boolean isInputClosed() {
            return false;
        }
    }
}
