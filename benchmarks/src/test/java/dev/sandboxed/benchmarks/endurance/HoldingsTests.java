package dev.sandboxed.benchmarks.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoldingsTests {

    @TempDir
    Path folder;

    @Test
    void whatIsHeldMoreIsMissedByItsName() throws Exception {
        Path state = Files.createDirectory(folder.resolve("state"));
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        CountDownLatch end = new CountDownLatch(1);
        Holdings before = Holdings.atRest(state, temporary);

        Path file = Files.writeString(state.resolve("file"), "text");
        Files.createFile(temporary.resolve("file"));
        byte[] memory = new byte[8 << 20];
        Process process = new ProcessBuilder("cat").start();
        Thread thread = new Thread(() -> awaitUninterruptibly(end));
        thread.start();
        try (InputStream open = Files.newInputStream(file)) {
            List<Figure> figures = before.comparedWith(Holdings.atRest(state, temporary));

            assertThat(figures)
                    .filteredOn(figure -> !figure.holds())
                    .extracting(Figure::name)
                    .contains(
                            "threads",
                            "open descriptors",
                            "processes started and living",
                            "heap after a collection, bytes",
                            "entries of the state folder",
                            "bytes in the state folder",
                            "temporary files");
            assertThat(open.read()).isEqualTo('t');
            assertThat(memory).hasSize(8 << 20);
        } finally {
            end.countDown();
            process.destroyForcibly().waitFor();
            thread.join();
        }
    }

    @Test
    void whatIsHeldAsBeforeHolds() throws Exception {
        Holdings before = Holdings.atRest(folder, folder);

        assertThat(before.comparedWith(before)).allMatch(Figure::holds);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
