package dev.sandboxed.guest.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ProcessChannelTests {

    @TempDir
    Path folder;

    private final Queue<OutputChunk> seen = new ConcurrentLinkedQueue<>();
    private Process process;

    private ProcessChannel shell(String script) throws IOException {
        process = new ProcessBuilder("/bin/sh", "-c", script)
                .directory(folder.toFile())
                .start();
        return new ProcessChannel(process, seen::add);
    }

    @AfterEach
    void end() {
        process.destroyForcibly().onExit().join();
    }

    private static Map<Source, String> readAll(ProcessChannel channel) throws IOException {
        Map<Source, String> all = new EnumMap<>(Source.class);
        for (Optional<OutputChunk> next = channel.read(); next.isPresent(); next = channel.read()) {
            all.merge(next.get().source(), new String(next.get().bytes(), StandardCharsets.UTF_8), String::concat);
        }
        return all;
    }

    @Test
    void whatIsWrittenArrivesWithoutBeingFlushedAndTheAnswersAreToldApart() throws IOException {
        ProcessChannel channel = shell("read word; echo \"got $word\"; echo oops >&2");

        channel.input().write("this\n".getBytes(StandardCharsets.UTF_8));

        assertThat(readAll(channel)).containsEntry(Source.STDOUT, "got this\n").containsEntry(Source.STDERR, "oops\n");
        assertThat(seen).extracting(OutputChunk::source).contains(Source.STDOUT, Source.STDERR);
    }

    @Test
    void closingTheInputIsTheEndOfFileAndLeavesTheOutputsOpen() throws IOException {
        ProcessChannel channel = shell("cat; echo over");

        channel.input().write("text\n".getBytes(StandardCharsets.UTF_8));
        channel.input().close();

        assertThat(readAll(channel)).containsEntry(Source.STDOUT, "text\nover\n");
    }

    @Test
    void closedItLetsTheProcessWriteToTheEnd() throws IOException {
        ProcessChannel channel = shell("cat >/dev/null; head -c 1000000 /dev/zero; : >over");

        channel.close();

        await().until(() -> !process.isAlive());
        assertThat(folder.resolve("over")).exists();
    }

    @Test
    void closingDoesNotWaitForWhoWritesToAProcessThatDoesNotRead() throws Exception {
        ProcessChannel channel = shell("exec sleep 20");
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            begun.countDown();
            try {
                channel.input().write(new byte[1_000_000]);
            } catch (IOException e) {
                // The process was killed.
            }
        });
        begun.await();

        channel.close();

        assertThat(process.isAlive()).isTrue();
        process.destroyForcibly();
        writing.join();
    }
}
