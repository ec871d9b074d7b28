package dev.sandboxed.folder.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FolderLockTests {

    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private Path file;
    private FolderLock lock;

    @BeforeEach
    void nameAFile() {
        file = folder.resolve("some.lock");
        lock = new FolderLock(file);
    }

    /** Holds a file until it is told to let go. */
    public static final class Holder {

        private Holder() {}

        public static void main(String[] file) throws Exception {
            new FolderLock(Path.of(file[0])).alone(() -> {
                System.out.println("held");
                return System.in.read();
            });
        }
    }

    private Process holder() throws Exception {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat((char) holder.getInputStream().read()).isEqualTo('h');
        return holder;
    }

    private void assertGivenUp() {
        assertThatThrownBy(() -> lock.alone(Deadline.in(SOON), () -> "done"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("waiting for others who hold '" + file + "'");
    }

    @Test
    void anotherProcessWasWaitedForHoweverLongItTook() throws Exception {
        Process holder = holder();
        try {
            assertGivenUp();
            holder.destroyForcibly().waitFor();
            assertThat(lock.alone(Deadline.in(LONG), () -> "done")).isEqualTo("done");
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    @Test
    void anotherThreadWasWaitedForHoweverLongItTook() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch givenUp = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            try {
                lock.alone(() -> {
                    held.countDown();
                    givenUp.await();
                    return "let go";
                });
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        held.await();

        assertGivenUp();
        givenUp.countDown();
        assertThat(lock.alone(Deadline.in(LONG), () -> "done")).isEqualTo("done");
        other.join();
    }

    @Test
    void whatNobodyHoldsIsHadThoughTheTimeIsUp() throws Exception {
        assertThat(lock.alone(Deadline.in(Duration.ZERO), () -> "done")).isEqualTo("done");
    }
}
