package dev.sandboxed.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AbstractSandboxTests {

    private final EventLog log = new EventLog();
    private final ProbeProvider provider = new ProbeProvider(log);

    @AfterEach
    void closeTheProvider() {
        provider.close();
    }

    @Test
    void runsFromItsCreationUntilItIsClosed() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
        assertThat(sandbox.exec("true").succeeded()).isTrue();
        sandbox.close();
        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
        assertThat(sandbox.id()).startsWith("probe-");
        assertThat(sandbox.spec()).isEqualTo(SandboxSpec.defaults());
    }

    @Test
    void refusesEverythingAfterItWasClosed() {
        provider.capabilities = Capabilities.of(Isolation.PROCESS, Capability.values());
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.close();

        List<ThrowingCallable> operations = List.of(
                () -> sandbox.exec("true"),
                () -> sandbox.shell("true"),
                () -> sandbox.start(Command.of("true")),
                () -> sandbox.terminal(Command.of("sh"), TerminalSize.DEFAULT),
                sandbox::files,
                sandbox::stop,
                sandbox::resume,
                sandbox::usage,
                () -> sandbox.snapshot(SnapshotOptions.ALL));
        assertThat(operations)
                .allSatisfy(operation -> assertThatExceptionOfType(SandboxDestroyedException.class)
                        .isThrownBy(operation)
                        .withMessage("The sandbox is gone: it was closed [provider probe, sandbox " + sandbox.id() + "]"
                                + "\n  remedy: create a new one; a closed handle cannot be used again"));
        assertThat(provider.launched.get(0).ran).isEmpty();
    }

    @Test
    void mayBeClosedTwiceAndIsReleasedOnce() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.close();
        sandbox.close();

        assertThat(provider.launched.get(0).releases).hasValue(1);
        assertThat(log.kinds()).containsExactly("Creating", "Ready", "Destroyed");
    }

    @Test
    void isReleasedOnceWhenSeveralThreadsCloseItAndAllWaitForThat() throws Exception {
        int threads = 8;
        CyclicBarrier together = new CyclicBarrier(threads);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch letEnd = new CountDownLatch(1);
        provider.release = () -> {
            begun.countDown();
            awaitQuietly(letEnd);
        };
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> closings = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                closings.add(pool.submit(() -> {
                    together.await();
                    sandbox.close();
                    return log.kinds().contains("Destroyed");
                }));
            }
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(closings).noneMatch(Future::isDone);
            letEnd.countDown();
            for (Future<?> closing : closings) {
                assertThat(closing.get(20, TimeUnit.SECONDS)).isEqualTo(true);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(provider.launched.get(0).releases).hasValue(1);
    }

    @Test
    void isDestroyedEvenWhenItsReleaseFails() {
        provider.release = () -> {
            throw new IllegalStateException("a file is busy");
        };
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertThatIllegalStateException().isThrownBy(sandbox::close).withMessage("a file is busy");
        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
        assertThat(provider.list()).isEmpty();
        assertThat(log.kinds()).endsWith("Destroyed");
        sandbox.close();
    }

    @Test
    void refusesCommandsWhileItIsStopped() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.stop();
        sandbox.stop();

        assertThat(sandbox.state()).isEqualTo(SandboxState.STOPPED);
        List<ThrowingCallable> operations =
                List.of(() -> sandbox.exec("true"), () -> sandbox.start(Command.of("true")), sandbox::files);
        assertThat(operations)
                .allSatisfy(operation -> assertThatExceptionOfType(SandboxStoppedException.class)
                        .isThrownBy(operation)
                        .withMessage("The sandbox is stopped [provider probe, sandbox " + sandbox.id()
                                + "]\n  remedy: call resume() first"));
        sandbox.resume();
        sandbox.resume();
        assertThat(sandbox.exec("true").succeeded()).isTrue();
        assertThat(provider.launched.get(0).pauses).containsExactly("hold", "let go");
    }

    @Test
    void aSandboxThatCouldNotBeHeldWasTakenForStopped() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        provider.launched.get(0).holding = () -> {
            throw new IllegalStateException("it moves");
        };
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(sandbox::stop);

        assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
        assertThat(sandbox.exec("true").succeeded()).isTrue();
    }

    @Test
    void aSandboxThatCouldNotGoOnWasTakenForRunning() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.stop();
        provider.launched.get(0).lettingGo = () -> {
            throw new IllegalStateException("nobody answers");
        };
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(sandbox::resume);
        assertThat(sandbox.state()).isEqualTo(SandboxState.STOPPED);

        provider.launched.get(0).lettingGo = () -> {};
        sandbox.resume();
        assertThat(sandbox.exec("true").succeeded()).isTrue();
    }

    @Test
    void canBeClosedWhileItIsStopped() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.stop();
        sandbox.close();

        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
    }

    @Test
    void refusesMemoryOfAProviderThatSavesOnlyFiles() {
        provider.capabilities = Capabilities.of(Isolation.PROCESS, Capability.SNAPSHOT);
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertUnsupported(Capability.SNAPSHOT_MEMORY, () -> sandbox.snapshot(SnapshotOptions.ALL.withMemory()));
    }

    @Test
    void refusesWhatItsProviderDoesNotDeclare() {
        provider.capabilities = Capabilities.of(Isolation.PROCESS);
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertUnsupported(Capability.STREAMING, () -> sandbox.start(Command.of("true")));
        assertUnsupported(Capability.TERMINAL, () -> sandbox.terminal(Command.of("sh"), TerminalSize.DEFAULT));
        assertUnsupported(Capability.PAUSE, sandbox::stop);
        assertUnsupported(Capability.PAUSE, sandbox::resume);
        assertUnsupported(Capability.USAGE, sandbox::usage);
        assertUnsupported(Capability.SNAPSHOT, () -> sandbox.snapshot(SnapshotOptions.ALL));
        assertUnsupported(Capability.USER, () -> sandbox.exec(Command.of("id").user("nobody")));
        assertUnsupported(Capability.PORTS, () -> sandbox.endpoint(80));
        assertUnsupported(Capability.NETWORK_LOG, sandbox::networkAttempts);
        assertThat(log.kinds()).containsExactly("Creating", "Ready");
    }

    @Test
    void refusesToRunACommandWhoseInputNobodyCouldWrite() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> sandbox.exec(Command.of("cat").stdin(Stdin.open())))
                .withMessage("exec cannot leave stdin open, since nobody could write to it: cat;"
                        + " use start, or give the input with the command");
        assertThat(log.kinds()).containsExactly("Creating", "Ready");
    }

    @Test
    void tellsItsEventsInOrder() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        Command command = Command.of("false");
        provider.launched.get(0).ending = () -> Ending.exited(1);
        sandbox.exec(command);
        sandbox.close();

        assertThat(log.kinds()).containsExactly("Creating", "Ready", "ExecStarted", "ExecEnded", "Destroyed");
        assertThat(log.events()).allSatisfy(event -> {
            assertThat(event.at().provider()).isEqualTo("probe");
            assertThat(event.at().sandbox()).isEqualTo(sandbox.id());
        });
        assertThat(log.events().get(2))
                .isInstanceOfSatisfying(
                        SandboxEvent.ExecStarted.class,
                        started -> assertThat(started.command()).isSameAs(command));
        assertThat(log.events().get(3))
                .isInstanceOfSatisfying(
                        SandboxEvent.ExecEnded.class,
                        ended -> assertThat(ended.ending()).isEqualTo(Ending.exited(1)));
        assertThat(log.events().get(4))
                .isInstanceOfSatisfying(
                        SandboxEvent.Destroyed.class,
                        destroyed -> assertThat(destroyed.reason()).isEqualTo("it was closed"));
    }

    @Test
    void neverPassesTheSignalThatEndedItOffAsTheCommandsOwn() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        provider.launched.get(0).ending = () -> {
            sandbox.close();
            return Ending.signaled(Signal.KILL);
        };

        assertThatExceptionOfType(SandboxDestroyedException.class).isThrownBy(() -> sandbox.exec("true"));
    }

    private static void assertUnsupported(Capability capability, ThrowingCallable operation) {
        assertThatExceptionOfType(UnsupportedCapabilityException.class)
                .isThrownBy(operation)
                .satisfies(refused -> assertThat(refused.capability()).isEqualTo(capability));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
