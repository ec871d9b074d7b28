package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsDocker
@Timeout(300)
class LeakTests {

    @TempDir
    Path state;

    private Engine engine;
    private DockerClient client;
    private SandboxProvider provider;
    private Leftovers before;

    @BeforeEach
    void countWhatIsThere() {
        engine = Engine.of(EngineRequired.hostContext(state));
        client = engine.client();
        try (SandboxProvider warmUp = open();
                Sandbox sandbox = warmUp.create(SandboxSpec.defaults())) {
            assertThat(sandbox.shell("true").succeeded()).isTrue();
        }
        before = Leftovers.now(client);
        provider = open();
    }

    @AfterEach
    void closeEverything() {
        provider.close();
        engine.close();
    }

    private SandboxProvider open() {
        return new DockerProviderFactory().open(EngineRequired.hostContext(state));
    }

    @Test
    void aCloseThatIsInterruptedAgainAndAgainLeavesNothing() throws InterruptedException {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        CompletableFuture<Boolean> closing = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            try {
                sandbox.close();
                closing.complete(Thread.interrupted());
            } catch (RuntimeException e) {
                closing.completeExceptionally(e);
            }
        });
        closer.start();
        while (!closing.isDone()) {
            closer.interrupt();
            closer.join(1);
        }

        assertThat(closing).isCompletedWithValue(true);
        before.awaitNoMore(client);
    }

    private void nothingIsLeft() {
        provider.close();
        before.awaitNoMore(client);
    }

    @Test
    void aHundredSandboxesEightAtATimeLeaveNothing() throws Exception {
        ExecutorService eight = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> lives = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int number = i;
                lives.add(eight.submit(() -> live(number)));
            }
            for (Future<?> life : lives) {
                life.get(5, TimeUnit.MINUTES);
            }
        } finally {
            eight.shutdownNow();
        }
        nothingIsLeft();
    }

    private void live(int number) {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            sandbox.files().write("number", String.valueOf(number));
            assertThat(sandbox.shell("cat number").orThrow().stdout()).isEqualTo(String.valueOf(number));
            assertThat(sandbox.shell("exit " + number).exitCode()).isEqualTo(number);
        }
    }

    @Test
    void theVolumeOfAReadOnlySandboxGoesWithIt() {
        Sandbox sandbox =
                provider.create(SandboxSpec.builder().readOnlyRoot(true).build());
        sandbox.files().write("here", "in the volume");
        List<String> volumes = volumesOf(sandbox);
        assertThat(volumes).isNotEmpty();
        sandbox.close();

        assertThat(client.listVolumesCmd().exec().getVolumes())
                .extracting("name")
                .doesNotContainAnyElementsOf(volumes);
        nothingIsLeft();
    }

    private List<String> volumesOf(Sandbox sandbox) {
        List<InspectContainerResponse.Mount> mounts =
                client.inspectContainerCmd(sandbox.info().nativeId()).exec().getMounts();
        return mounts.stream()
                .map(InspectContainerResponse.Mount::getName)
                .filter(name -> name != null)
                .toList();
    }

    @Test
    void aSandboxThatIsClosedWhileACommandRunsLeavesNothing() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        CompletableFuture<ExecResult> result =
                CompletableFuture.supplyAsync(() -> sandbox.shell("touch begun; sleep 300"));
        await().until(() -> sandbox.files().exists("begun"));
        sandbox.close();

        assertThat(result)
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SandboxDestroyedException.class);
        nothingIsLeft();
    }

    @Test
    void aSandboxThatIsClosedWhileItIsPausedLeavesNothing() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.shell("sleep 300 > /dev/null 2>&1 &");
        sandbox.stop();
        sandbox.close();

        nothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 20, 40, 80, 120, 160, 200, 250, 300, 400, 500})
    void aCreationThatIsInterruptedHalfWayLeavesNothing(int millis) {
        SandboxSpec spec = SandboxSpec.builder().readOnlyRoot(true).build();
        Thread worker = Thread.currentThread();
        Executor later = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
        CompletableFuture<Void> interruption = CompletableFuture.runAsync(worker::interrupt, later);
        try {
            provider.create(spec);
        } catch (SandboxInterruptedException e) {
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            joinThoughInterrupted(interruption);
        }
        nothingIsLeft();
    }

    private static void joinThoughInterrupted(CompletableFuture<Void> interruption) {
        interruption.join();
        Thread.interrupted();
    }

    @Test
    void aCreationFromAMissingImageLeavesNothing() {
        SandboxSpec spec = SandboxSpec.builder()
                .image("sandboxed/there-is-no-such-image:1")
                .option("pull", "never")
                .build();

        assertThatThrownBy(() -> provider.create(spec))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("sandboxed/there-is-no-such-image:1");
        nothingIsLeft();
    }

    @Test
    void aContainerThatCannotStartLeavesNothing() {
        assertThatThrownBy(() -> provider.create(SandboxSpec.builder()
                        .workdir("/proc/nowhere")
                        .readOnlyRoot(true)
                        .build()))
                .isInstanceOf(SandboxStartException.class);
        nothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 150, 300})
    void aCreationThatIsTooLateLeavesNothing(int millis) {
        SandboxSpec hasty = SandboxSpec.builder()
                .readOnlyRoot(true)
                .startupTimeout(Duration.ofMillis(millis))
                .build();
        try {
            provider.create(hasty).close();
        } catch (SandboxStartException tooLate) {
            assertThat(tooLate).hasMessageContaining("timeout");
        }
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        nothingIsLeft();
    }

    @Test
    void aSandboxWhoseTimeToLiveIsUpLeavesNothing() {
        Sandbox sandbox = provider.create(SandboxSpec.builder()
                .readOnlyRoot(true)
                .timeToLive(Duration.ofMillis(500))
                .build());
        CompletableFuture<ExecResult> result = CompletableFuture.supplyAsync(() -> sandbox.shell("sleep 300"));

        await().until(() -> sandbox.state() == SandboxState.DESTROYED);
        assertThatThrownBy(result::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(SandboxDestroyedException.class);
        nothingIsLeft();
    }
}
