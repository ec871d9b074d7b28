package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderStatus.Available;
import dev.sandboxed.api.ProviderStatus.Unavailable;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.docker.internal.container.Containers;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsDocker
class EngineOutageTests {

    private static final Duration SOON = Duration.ofSeconds(5);
    /** The contract's limit for closing, and a little for the machine. */
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(12);

    @TempDir
    Path folder;

    private EngineRelay relay;
    private SandboxProvider provider;
    private Sandbox sandbox;

    @BeforeEach
    void reachTheEngineThroughARelay() {
        try (Engine engine = Engine.of(EngineRequired.hostContext(folder))) {
            assumeTrue(engine.address() instanceof EngineAddress.Unix, "the engine listens at a unix socket");
            relay = new EngineRelay(folder, ((EngineAddress.Unix) engine.address()).socket());
        }
        provider = new DockerProviderFactory()
                .open(EngineRequired.hostContext(folder).withSettings(Map.of("host", relay.address())));
        sandbox = provider.create(SandboxSpec.defaults());
    }

    @AfterEach
    void cleanUpThroughAWireThatWorks() {
        relay.goAway();
        relay.comeBack();
        provider.close();
        relay.close();
        try (Engine engine = Engine.of(EngineRequired.hostContext(folder))) {
            // A sandbox whose close did not get through is still there.
            new Containers(engine).discard(sandbox.id());
        }
    }

    private static void failsSoon(ThrowingCallable action) {
        assertTimeoutPreemptively(SOON, () -> assertThatThrownBy(action).isInstanceOf(SandboxException.class));
    }

    private CompletableFuture<ExecResult> runs(Command command) {
        CompletableFuture<ExecResult> result = CompletableFuture.supplyAsync(() -> sandbox.exec(command));
        await().until(() -> sandbox.files().exists("begun"));
        return result;
    }

    @Test
    void aRunningCommandIsToldThatTheEngineWentAway() {
        CompletableFuture<ExecResult> result = runs(Command.shell("touch begun; sleep 60"));
        relay.goAway();

        assertTimeoutPreemptively(
                SOON,
                () -> assertThatThrownBy(result::join)
                        .isInstanceOf(CompletionException.class)
                        .cause()
                        .isInstanceOf(SandboxException.class)
                        .hasMessageContaining("docker"));
    }

    @Test
    void aCommandThatIsTalkedToIsToldThatTheEngineWentAway() {
        Execution execution = sandbox.start(Command.shell("echo begun; sleep 60"));
        assertThat(execution.next()).isPresent();
        relay.goAway();

        failsSoon(execution::await);
        assertTimeoutPreemptively(SOON, execution::close);
    }

    @Test
    void everythingFailsSoonAndSaysWhyWhileTheEngineIsAway() {
        sandbox.files().write("here", "before");
        relay.goAway();

        failsSoon(() -> sandbox.shell("true"));
        failsSoon(() -> sandbox.start(Command.shell("true")));
        failsSoon(() -> sandbox.files().readText("here"));
        failsSoon(() -> sandbox.files().write("there", "during"));
        failsSoon(() -> provider.create(SandboxSpec.defaults()));
        failsSoon(sandbox::stop);
        assertThat(provider.status()).isInstanceOfSatisfying(Unavailable.class, status -> {
            assertThat(status.reason()).contains(relay.address());
            assertThat(status.remedy()).isNotEmpty();
        });
    }

    @Test
    void theSameSandboxWorksAgainWhenTheEngineIsBack() {
        sandbox.files().write("here", "before");
        CompletableFuture<ExecResult> interrupted = runs(Command.shell("touch begun; sleep 60"));
        relay.goAway();
        assertThatThrownBy(interrupted::join).isInstanceOf(CompletionException.class);
        failsSoon(() -> sandbox.shell("true"));
        relay.comeBack();

        assertThat(provider.status()).isInstanceOf(Available.class);
        assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
        assertThat(sandbox.shell("cat here").orThrow().stdout()).isEqualTo("before");
        sandbox.files().write("here", "after");
        assertThat(sandbox.files().readText("here")).isEqualTo("after");
        assertThat(sandbox.shell("cat here").orThrow().stdout()).isEqualTo("after");
        assertThat(provider.list()).extracting("id").contains(sandbox.id());
    }

    @Test
    void aCommandComesBackAfterItsTimeEvenIfTheWireHangs() {
        Execution execution =
                sandbox.start(Command.shell("echo begun; sleep 60").timeout(Duration.ofSeconds(1)));
        assertThat(execution.next()).isPresent();
        relay.hang();

        ExecResult result = assertTimeoutPreemptively(Duration.ofSeconds(8), execution::await);
        assertThat(result.timedOut()).isTrue();
    }

    @Test
    void aCommandThatNeverBeginsSinceTheWireHangsComesBackAfterItsTime() {
        relay.hang();

        ExecResult result = assertTimeoutPreemptively(
                Duration.ofSeconds(8), () -> sandbox.exec(Command.shell("true").timeout(Duration.ofSeconds(1))));
        assertThat(result.timedOut()).isTrue();
    }

    @Test
    void aCommandOfAnotherUserComesBackAfterItsTimeEvenIfTheWireHangs() {
        relay.hang();

        failsSoonOrTimesOut(Command.shell("true").user("1000").timeout(Duration.ofSeconds(1)));
    }

    /** Where a process has to be started first, either is right: the engine did not answer, or the time was up. */
    private void failsSoonOrTimesOut(Command command) {
        assertTimeoutPreemptively(
                Duration.ofSeconds(15),
                () -> assertThatThrownBy(() -> sandbox.exec(command).orThrow()).isInstanceOf(SandboxException.class));
    }

    @Test
    void closingComesBackEvenIfTheWireHangs() {
        relay.hang();

        assertTimeoutPreemptively(
                LONGEST_CLOSE, () -> assertThatThrownBy(sandbox::close).isInstanceOf(SandboxException.class));
    }

    @Test
    void creatingComesBackAfterItsTimeEvenIfTheWireHangs() {
        relay.hang();
        SandboxSpec hasty =
                SandboxSpec.builder().startupTimeout(Duration.ofSeconds(1)).build();

        assertTimeoutPreemptively(
                LONGEST_CLOSE,
                () -> assertThatThrownBy(() -> provider.create(hasty)).isInstanceOf(SandboxStartException.class));
    }

    @Test
    void theStatusIsToldWithinASecondEvenIfTheWireHangs() {
        relay.hang();

        assertThat(assertTimeoutPreemptively(Duration.ofMillis(1500), provider::status))
                .isInstanceOf(Unavailable.class);
    }
}
