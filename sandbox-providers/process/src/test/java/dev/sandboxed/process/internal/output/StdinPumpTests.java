package dev.sandboxed.process.internal.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StdinPumpTests {

    private final CompletableFuture<Throwable> broken = new CompletableFuture<>();
    private final CompletableFuture<String> closed = new CompletableFuture<>();

    /** What a command has read, known when it was told the end of file. */
    private final ByteArrayOutputStream target = new ByteArrayOutputStream() {
        @Override
        public void close() {
            closed.complete(toString(StandardCharsets.UTF_8));
        }
    };

    /** A source that breaks after a few bytes. */
    private static InputStream breaking(Throwable failure) {
        return new InputStream() {
            private boolean begun;

            @Override
            public int read() throws IOException {
                if (!begun) {
                    begun = true;
                    return 'x';
                }
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (IOException) failure;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                bytes[offset] = (byte) read();
                return 1;
            }
        };
    }

    @Test
    void theEndOfTheSourceIsTheEndOfFile() {
        StdinPump.start(
                new ByteArrayInputStream("all of it".getBytes(StandardCharsets.UTF_8)), target, broken::complete);
        assertThat(closed.join()).isEqualTo("all of it");
        assertThat(broken).isNotDone();
    }

    @Test
    void aSourceThatBreaksIsNoEndOfFile() {
        IOException failure = new IOException("the disk is gone");
        StdinPump.start(breaking(failure), target, broken::complete);
        assertThat(broken.join()).isSameAs(failure);
        assertThat(target.toString(StandardCharsets.UTF_8)).isEqualTo("x");
        assertThat(closed).isNotDone();
    }

    @Test
    void aThreadThatDiesIsNoEndOfFileEither() {
        OutOfMemoryError failure = new OutOfMemoryError("Java heap space");
        StdinPump.start(breaking(failure), target, broken::complete);
        assertThat(broken.join()).isSameAs(failure);
        assertThat(closed).isNotDone();
    }

    @Test
    void aCommandThatNoLongerReadsIsNoBrokenSource() throws InterruptedException {
        CompletableFuture<Thread> pump = new CompletableFuture<>();
        StdinPump.start(
                InputStream.nullInputStream(),
                new BulkOutputStream() {
                    @Override
                    public void write(byte[] bytes, int offset, int length) {}

                    @Override
                    public void close() throws IOException {
                        pump.complete(Thread.currentThread());
                        throw new IOException("broken pipe");
                    }
                },
                broken::complete);
        pump.join().join();
        assertThat(broken).isNotDone();
    }
}
