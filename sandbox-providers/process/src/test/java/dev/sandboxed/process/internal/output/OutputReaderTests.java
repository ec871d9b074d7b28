package dev.sandboxed.process.internal.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OutputReaderTests {

    /** How many pieces are in a full queue, the one included for which there is no more room. */
    private static final int FULL = 9;

    private static final int PIECES = 1000;
    private static final Set<Thread.State> WAITING = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private final AtomicInteger seen = new AtomicInteger();
    private final OutputReader reader = new OutputReader(chunk -> seen.incrementAndGet());

    @AfterEach
    void close() {
        reader.close();
    }

    /** A stream of as much as fits at a time, all of it the number of the piece. */
    private static final class Drip extends InputStream {

        private int given;
        volatile boolean closed;

        @Override
        public int read() {
            return given < PIECES ? given++ & 0xff : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            int next = read();
            Arrays.fill(bytes, offset, offset + length, (byte) next);
            return next < 0 ? -1 : length;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** A stream that has nothing to give until it fails. */
    private static final class Silent extends InputStream {

        private final CountDownLatch failure = new CountDownLatch(1);

        @Override
        public int read() throws IOException {
            try {
                failure.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("broken");
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
        }

        void fail() {
            failure.countDown();
        }
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void awaitWaiting(String thread) {
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().equals(thread) && WAITING.contains(each.getState())));
    }

    @Test
    void piecesOfEachOutputComeInOrderAndThenTheEnd() throws IOException {
        reader.follow(Source.STDOUT, new Drip(), "drip-in-order");
        reader.follow(Source.STDERR, text("words"), "text-in-order");

        List<Integer> output = new ArrayList<>();
        StringBuilder error = new StringBuilder();
        for (Optional<OutputChunk> next = reader.next(); next.isPresent(); next = reader.next()) {
            if (next.get().source() == Source.STDOUT) {
                output.add(next.get().bytes()[0] & 0xff);
            } else {
                error.append(new String(next.get().bytes(), StandardCharsets.UTF_8));
            }
        }

        assertThat(error).hasToString("words");
        assertThat(output).hasSize(PIECES);
        for (int i = 0; i < PIECES; i++) {
            assertThat(output.get(i)).isEqualTo(i & 0xff);
        }
        assertThat(reader.next()).isEmpty();
    }

    @Test
    void whoReadsWaitsWhileNobodyAsksAndHasToldWhatItRead() throws IOException {
        reader.follow(Source.STDOUT, new Drip(), "drip-held-back");

        awaitWaiting("drip-held-back");
        assertThat(seen).hasValue(FULL);

        assertThat(reader.next()).isPresent();
        await().until(() -> seen.get() > FULL);
        awaitWaiting("drip-held-back");
        assertThat(seen).hasValue(FULL + 1);
    }

    @Test
    void closedItReadsOnAndForgetsWhatComes() {
        Drip drip = new Drip();
        reader.follow(Source.STDOUT, drip, "drip-forgotten");
        awaitWaiting("drip-forgotten");

        reader.close();

        await().until(() -> drip.closed);
        assertThat(seen).hasValue(PIECES);
        assertThatThrownBy(reader::next).isInstanceOf(IOException.class).hasMessageContaining("closed");
    }

    @Test
    void whoWaitsIsWokenWhenItIsClosed() {
        reader.follow(Source.STDOUT, new Silent(), "never-closed");
        CompletableFuture<Object> asking = asking("asks-until-closed");
        awaitWaiting("asks-until-closed");

        reader.close();

        assertThatThrownBy(asking::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void whoIsInterruptedHearsOfItAndMayAskAgain() throws Exception {
        reader.follow(Source.STDOUT, text("still here"), "text-after-interruption");
        reader.follow(Source.STDERR, new Silent(), "never-interrupted");
        assertThat(reader.next()).isPresent();

        Thread.currentThread().interrupt();
        assertThatThrownBy(reader::next).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();

        reader.follow(Source.STDOUT, text("more"), "text-later");
        assertThat(reader.next()).isPresent();
    }

    @Test
    void aStreamThatFailsIsOneThatEnds() throws IOException {
        Silent broken = new Silent();
        reader.follow(Source.STDOUT, broken, "fails");
        reader.follow(Source.STDERR, text("words"), "text-beside-failure");
        assertThat(reader.next()).isPresent();

        broken.fail();

        assertThat(reader.next()).isEmpty();
    }

    @Test
    void aReaderThatDiesBreaksTheChannelInsteadOfEndingIt() throws IOException {
        reader.follow(Source.STDERR, new Silent(), "silent-beside-the-dead");
        reader.follow(
                Source.STDOUT,
                new InputStream() {
                    private boolean begun;

                    @Override
                    public int read() {
                        if (begun) {
                            throw new OutOfMemoryError("Java heap space");
                        }
                        begun = true;
                        return 'a';
                    }

                    @Override
                    public int read(byte[] bytes, int offset, int length) {
                        bytes[offset] = (byte) read();
                        return 1;
                    }
                },
                "dies");

        assertThat(reader.next()).isPresent();
        for (int times = 0; times < 2; times++) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Java heap space")
                    .hasCauseInstanceOf(OutOfMemoryError.class);
        }
    }

    private CompletableFuture<Object> asking(String thread) {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        Thread asking = new Thread(
                () -> {
                    try {
                        answer.complete(reader.next());
                    } catch (IOException e) {
                        answer.completeExceptionally(e);
                    }
                },
                thread);
        asking.setDaemon(true);
        asking.start();
        return answer;
    }
}
