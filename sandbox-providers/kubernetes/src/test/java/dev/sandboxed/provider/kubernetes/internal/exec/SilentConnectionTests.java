package dev.sandboxed.provider.kubernetes.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
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

    /** A ping waits behind what a process has not read, however long that takes. */
    @Test
    void aProcessThatReadItsInputSlowlyLostItsConnection() throws IOException {
        Other slow = new Other(false);
        channel.over(slow);
        channel.input().write(new byte[64 * 1024]);

        await().until(() -> pings.get() > 5);
        assertThat(slow.aborted).isFalse();

        // It has read all, and then is gone.
        channel.onPong(slow, slow.last);
        assertThatIOException().isThrownBy(channel::read).withMessageContaining("no answer for 20 ms");
        assertThat(slow.aborted).isTrue();
    }

    @Test
    void aLittleInputHoldsNothingUp() throws IOException {
        Other nobody = new Other(false);
        channel.over(nobody);
        channel.input().write(new byte[100]);

        assertThatIOException().isThrownBy(channel::read).withMessageContaining("no answer for 20 ms");
    }

    @Test
    void outputDoesNotSayThatInputHasArrived() throws IOException {
        Other slow = new Other(false);
        channel.over(slow);
        channel.input().write(new byte[64 * 1024]);
        channel.onBinary(slow, ByteBuffer.wrap(new byte[] {1, 'x'}), true);

        await().until(() -> pings.get() > 5);
        assertThat(slow.aborted).isFalse();
        channel.close();
    }

    @Test
    void nobodyWasMissedOnceAPingCouldNotBeSent() {
        Other stuck = new Other(false);
        stuck.sent = new CompletableFuture<>();
        channel.over(stuck);

        assertThatIOException().isThrownBy(channel::read).withMessageContaining("no answer for 20 ms");
    }

    /** The other side of a connection. */
    private final class Other implements WebSocket {

        private final boolean answers;
        private volatile boolean aborted;
        private volatile ByteBuffer last = ByteBuffer.allocate(0);
        private volatile CompletableFuture<WebSocket> sent = CompletableFuture.completedFuture(this);

        Other(boolean answers) {
            this.answers = answers;
        }

        @Override
        public CompletableFuture<WebSocket> sendPing(ByteBuffer message) {
            last = message;
            pings.incrementAndGet();
            if (answers) {
                channel.onPong(this, message);
            }
            return sent;
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
        public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean end) {
            return CompletableFuture.completedFuture(this);
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
