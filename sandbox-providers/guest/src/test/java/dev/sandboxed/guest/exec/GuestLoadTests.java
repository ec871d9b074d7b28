package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many commands, and what is left of them. */
class GuestLoadTests extends GuestTest {

    @Test
    void sixteenAtOnceDoNotMixTheirStreams() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(16);
        try {
            for (int round = 0; round < 3; round++) {
                List<Future<ExecResult>> results = new ArrayList<>();
                for (int i = 0; i < 16; i++) {
                    String script = "n=0; while [ $n -lt 50 ]; do echo out" + i + "; echo err" + i
                            + " >&2; n=$((n+1)); done; cat; exit " + i;
                    Command command = Command.shell(script).stdin(i % 2 == 0 ? "" : "in" + i);
                    results.add(pool.submit(() -> guest.run(command)));
                }
                for (int i = 0; i < 16; i++) {
                    ExecResult result = results.get(i).get();
                    assertThat(result.stdout()).isEqualTo(("out" + i + "\n").repeat(50) + (i % 2 == 0 ? "" : "in" + i));
                    assertThat(result.stderr()).isEqualTo(("err" + i + "\n").repeat(50));
                    assertThat(result.exitCode()).isEqualTo(i);
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void manyCommandsLeaveNoThreadNoDescriptorAndNoProcess() {
        severalOfEachKind(1);
        await().until(() -> ourThreads() == 0);
        long descriptors = openDescriptors();
        severalOfEachKind(20);
        await().until(() -> ourThreads() == 0);
        await().until(() -> openDescriptors() <= descriptors + 4 * 3);
        // The first process, and three for each of those that wait and of one that is about to end.
        await().until(() -> guest.running("SANDBOXED_SUPERVISOR") <= 1 + 3 * (4 + 1));
    }

    private void severalOfEachKind(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(guest.sh("exit 1").exitCode()).isEqualTo(1);
            assertThat(guest.run(Command.of("cat").stdin("x")).stdout()).isEqualTo("x");
            assertThat(guest.run(Command.shell("yes").timeout(Duration.ofMillis(10)))
                            .timedOut())
                    .isTrue();
            assertThat(guest.sh("sleep 0.01 & echo x").stdout()).isEqualTo("x\n");
            try (Execution execution = guest.begin(Command.shell("echo x; sleep 601"))) {
                assertThat(execution.next()).isPresent();
            }
        }
    }

    /** Those who read the outputs of supervisors that wait are there for as long as these; descriptors tell of them. */
    private static long ourThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("sandboxed-") && !name.startsWith("sandboxed-std"))
                .count();
    }

    private static long openDescriptors() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
