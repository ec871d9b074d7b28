package dev.sandboxed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeakTests {

    @TempDir
    Path folder;

    @Test
    void thousandCommandsLeaveThreadsAndDescriptorsWhereTheyBegan() {
        Host host = new Host(folder);
        host.run(Command.of("true"));
        long descriptors = Host.openDescriptors();
        int threads = ourThreads();
        for (int i = 0; i < 1000; i++) {
            assertThat(host.run(Command.of("echo", "x")).stdout()).isEqualTo("x\n");
        }
        assertThat(Host.openDescriptors()).isEqualTo(descriptors);
        assertThat(ourThreads()).isEqualTo(threads);
    }

    @Test
    void startedCommandsLeaveNothingEither() {
        Host host = new Host(folder);
        startAndClose(host, 1);
        long descriptors = Host.openDescriptors();
        startAndClose(host, 100);
        assertThat(Host.openDescriptors()).isEqualTo(descriptors);
        assertThat(host.scope.usage().processes()).isZero();
    }

    @Test
    void commandStartedAfterItsScopeWasClosedIsKilledToo() {
        Host host = new Host(folder);
        assertThat(host.scope.close()).isTrue();
        ExecResult result = host.run(Command.shell("setsid sleep 300 & sleep 300"));
        assertThat(result.signal()).contains(Signal.KILL);
        assertThat(host.scope.usage().processes()).isZero();
    }

    @Test
    void commandStartedWhileItsScopeIsHeldWaitsUntilItIsLetGo() throws Exception {
        Host host = new Host(folder);
        host.scope.holdAll();
        try (Execution execution = host.start(Command.shell("while [ ! -e go ]; do sleep 0.01; done"))) {
            Files.createFile(folder.resolve("go"));
            await().during(Duration.ofMillis(200)).until(execution::isRunning);
            host.scope.letGoAll();
            assertThat(execution.await().succeeded()).isTrue();
        }
    }

    @Test
    void twoHundredCommandsAtOnceDoNotMixTheirStreams() throws Exception {
        Host host = new Host(folder);
        ExecutorService pool = Executors.newFixedThreadPool(200);
        try {
            List<Future<ExecResult>> results = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Command command =
                        Command.shell("cat; echo err" + i + " >&2; exit " + i).stdin("in" + i);
                results.add(pool.submit(() -> host.run(command)));
            }
            for (int i = 0; i < 200; i++) {
                ExecResult result = results.get(i).get();
                assertThat(result.stdout()).isEqualTo("in" + i);
                assertThat(result.stderr()).isEqualTo("err" + i + "\n");
                assertThat(result.exitCode()).isEqualTo(i);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** The first round also loads classes, which opens files for good. */
    private static void startAndClose(Host host, int times) {
        for (int i = 0; i < times; i++) {
            try (Execution execution = host.start(Command.shell("echo a; echo b >&2; sleep 300"))) {
                assertThat(execution.next()).isPresent();
            }
        }
        await().until(() -> ourThreads() == 0);
    }

    private static int ourThreads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("sandboxed-"))
                .count();
    }
}
