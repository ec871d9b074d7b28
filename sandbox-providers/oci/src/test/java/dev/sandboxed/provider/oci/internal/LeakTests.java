package dev.sandboxed.provider.oci.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsRuntime(Kind.RUNC)
@Timeout(120)
class LeakTests extends WithProvider {

    LeakTests() {
        super(Kind.RUNC);
    }

    @Test
    void twentySandboxesFourAtATimeLeaveNothing() throws Exception {
        ExecutorService four = Executors.newFixedThreadPool(4);
        try {
            List<Future<String>> lives = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int number = i;
                lives.add(four.submit(() -> live(number)));
            }
            for (Future<String> life : lives) {
                assertThat(Leftovers.of(life.get(1, TimeUnit.MINUTES), state)).isEmpty();
            }
        } finally {
            four.shutdownNow();
        }
        nothingIsLeft();
    }

    private String live(int number) {
        try (Sandbox sandbox = provider.create(SandboxSpec.builder()
                .limits(Limits.builder().memory(DataSize.ofMebibytes(128)).build())
                .build())) {
            sandbox.files().write("number", String.valueOf(number));
            sandbox.shell("setsid sleep 300 > /dev/null 2>&1 & rm /usr/bin/perl");
            assertThat(sandbox.shell("cat number").orThrow().stdout()).isEqualTo(String.valueOf(number));
            return sandbox.id();
        }
    }

    private void nothingIsLeft() {
        for (String folder : List.of("sandboxes", "records")) {
            File[] children = state.resolve(folder).toFile().listFiles();
            assertThat(children == null ? new File[0] : children).isEmpty();
        }
    }

    @Test
    void aSandboxThatIsClosedWhileItIsStoppedLeavesNothing() {
        Sandbox sandbox = create();
        sandbox.shell("sleep 300 > /dev/null 2>&1 &");
        sandbox.stop();
        sandbox.close();

        assertThat(Leftovers.of(sandbox.id(), state)).isEmpty();
    }

    @Test
    void aSandboxThatIsClosedWhileACommandRunsLeavesNothing() {
        Sandbox sandbox = create();
        CompletableFuture<ExecResult> result =
                CompletableFuture.supplyAsync(() -> sandbox.shell("touch begun; sleep 300"));
        await().until(() -> sandbox.files().exists("begun"));
        sandbox.close();

        assertThat(result).failsWithin(Duration.ofSeconds(5));
        assertThat(Leftovers.of(sandbox.id(), state)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 40, 60, 100})
    void aCreationThatIsTooLateLeavesNothing(int millis) {
        SandboxSpec hasty =
                SandboxSpec.builder().startupTimeout(Duration.ofMillis(millis)).build();
        try {
            provider.create(hasty).close();
        } catch (SandboxStartException tooLate) {
            assertThat(tooLate).hasMessageContaining("timeout");
        }
        nothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 30, 50, 80})
    void aCreationThatIsInterruptedLeavesNothing(int millis) {
        Thread worker = Thread.currentThread();
        CompletableFuture<Void> interruption = CompletableFuture.runAsync(
                worker::interrupt, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
        try {
            provider.create(SandboxSpec.defaults()).close();
        } catch (SandboxException interrupted) {
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            interruption.join();
            Thread.interrupted();
        }
        nothingIsLeft();
    }

    @Test
    void aContainerThatTheRuntimeRefusesLeavesNothingAndSaysWhy() {
        SandboxSpec spec = SandboxSpec.builder()
                .mount(Mount.readOnly(state.resolve("missing"), "/mnt"))
                .build();

        assertThatThrownBy(() -> provider.create(spec))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining(state.resolve("missing").toString());
        nothingIsLeft();
    }
}
