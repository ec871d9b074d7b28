package dev.sandboxed.provider.remote.internal.http.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.provider.remote.internal.fake.FakeService;
import dev.sandboxed.provider.remote.internal.http.service.HttpSettings;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import dev.sandboxed.provider.remote.internal.http.service.ServiceClient;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that says nothing more is given up, and whoever waits for it can be interrupted. */
@Timeout(60)
class SilenceTests {

    private static final String RUN = "POST /v1/sandboxes/box/commands";

    @TempDir
    private Path folder;

    private final CountDownLatch over = new CountDownLatch(1);
    private FakeService service;
    private Wire wire;
    private SandboxLine line;

    @BeforeEach
    void start() throws IOException {
        service = new FakeService().on("GET /v1/sandboxes/box", 200, FakeService.sandbox("box"));
        HttpSettings settings = new HttpSettings("http", service.context(folder, "requestTimeout", "3s"));
        wire = new Wire(settings.wire());
        line = new SandboxLine(new ServiceClient("http", settings, wire), "box", new SandboxLine.Handle() {
            @Override
            public void requireThere() {}

            @Override
            public void requireRuns() {}

            @Override
            public void vanished(String why) {}
        });
    }

    @AfterEach
    void stop() {
        over.countDown();
        wire.close();
        service.close();
    }

    @Test
    void aServiceThatIsSilentForTooLongIsGivenUpAndNotAskedAgain() {
        service.on(RUN, FakeService.silent(over));
        HttpCommands commands = new HttpCommands(line, Duration.ofMillis(500));
        assertThatThrownBy(() -> commands.run(Command.of("true")))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("No word of the command for 500 ms");
        assertThat(service.requests(RUN)).hasSize(1);
    }

    @Test
    void whoWaitsForAServiceThatDoesNotAnswerCanBeInterrupted() throws Exception {
        service.on(
                RUN,
                new MockResponse.Builder()
                        .onResponseStart(SocketEffect.Stall.INSTANCE)
                        .build());
        FutureTask<ExecResult> call = new FutureTask<>(() -> new HttpCommands(line).run(Command.of("true")));
        Thread caller = new Thread(call, "caller");
        caller.start();
        await().atMost(Duration.ofSeconds(10)).until(() -> service.requests(RUN).size() == 1);
        caller.interrupt();
        assertThatThrownBy(() -> call.get(2, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(SandboxInterruptedException.class);
    }

    @Test
    void aCommandThatIsKilledAndDoesNotEndIsLetGo() throws Exception {
        service.on(RUN, FakeService.silent(over))
                .on(
                        "DELETE /v1/sandboxes/box/commands/c1",
                        new MockResponse.Builder().code(204).build());
        FutureTask<ExecResult> call = new FutureTask<>(() -> {
            try (var running = new HttpCommands(line).start(Command.of("true"), result -> {})) {
                running.kill();
                return running.await();
            }
        });
        new Thread(call, "caller").start();
        assertThatThrownBy(() -> call.get(15, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(SandboxTransportException.class);
        assertThat(service.requests("DELETE /v1/sandboxes/box/commands/c1")).hasSize(1);
    }
}
