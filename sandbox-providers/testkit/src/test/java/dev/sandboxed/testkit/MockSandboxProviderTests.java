package dev.sandboxed.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MockSandboxProviderTests {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @Test
    void isAvailableAndDeclaresAllButATerminalUnlessTold() {
        MockSandboxProvider provider = MockSandboxProvider.builder().build();

        assertThat(provider.name()).isEqualTo("mock");
        assertThat(provider.status().isAvailable()).isTrue();
        assertThat(provider.capabilities().isolation()).isEqualTo(Isolation.PROCESS);
        for (Capability capability : Capability.values()) {
            assertThat(provider.capabilities().has(capability)).isEqualTo(capability != Capability.TERMINAL);
        }
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        assertThatExceptionOfType(UnsupportedCapabilityException.class)
                .isThrownBy(() -> sandbox.terminal(Command.of("sh"), TerminalSize.DEFAULT));
    }

    @Test
    void isWhatItWasToldToBe() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .name("vm")
                .isolation(Isolation.MICROVM)
                .without(Capability.PAUSE)
                .available("7.1")
                .clock(Clock.fixed(NOON, ZoneOffset.UTC))
                .build();
        Sandbox sandbox = provider.create(SandboxSpec.builder()
                .limits(Limits.builder().memory(DataSize.ofMebibytes(64)).build())
                .label("a", "b")
                .timeToLive(Duration.ofHours(1))
                .build());

        assertThat(sandbox.id()).startsWith("vm-");
        assertThat(sandbox.info().provider()).isEqualTo("vm");
        assertThat(sandbox.info().runsOn().version()).isEqualTo("7.1");
        assertThat(sandbox.info().isolation()).isEqualTo(Isolation.MICROVM);
        assertThat(sandbox.info().labels()).containsEntry("a", "b");
        assertThat(sandbox.info().created()).isEqualTo(NOON);
        assertThat(sandbox.info().expiresAt()).contains(NOON.plus(Duration.ofHours(1)));
        assertThatExceptionOfType(UnsupportedCapabilityException.class).isThrownBy(sandbox::stop);
        provider.close();
    }

    @Test
    void declaresExactlyWhatItIsGiven() {
        Capabilities declared = Capabilities.of(Isolation.CONTAINER, Capability.STREAMING);
        MockSandboxProvider provider =
                MockSandboxProvider.builder().capabilities(declared).build();

        assertThat(provider.capabilities()).isEqualTo(declared);
        assertThatExceptionOfType(UnsupportedCapabilityException.class)
                .isThrownBy(
                        () -> provider.create(SandboxSpec.builder().user("x").build()));
        assertThatExceptionOfType(UnsupportedCapabilityException.class).isThrownBy(provider::snapshots);
        assertThatExceptionOfType(UnsupportedCapabilityException.class).isThrownBy(() -> provider.connect("x"));
        assertThat(provider.calls()).isEmpty();
    }

    @Test
    void putsEveryCallOnRecord() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .onAnything()
                .answer(Answer.success())
                .build();
        SandboxSpec spec = SandboxSpec.builder().label("a", "b").build();
        Command run = Command.of("run");
        Command started = Command.of("start");
        Sandbox sandbox = provider.create(spec);
        sandbox.exec(run);
        sandbox.start(started).await();
        sandbox.files().write("a.txt", "x");
        sandbox.stop();
        sandbox.resume();
        sandbox.close();

        String id = sandbox.id();
        assertThat(provider.calls())
                .containsExactly(
                        new Call.Create(spec),
                        new Call.Exec(id, run),
                        new Call.Start(id, started),
                        new Call.File(id, "write", "a.txt"),
                        new Call.Stop(id),
                        new Call.Resume(id),
                        new Call.Destroy(id));
        assertThat(provider.commands()).containsExactly(run, started);
    }

    @Test
    void whatASandboxWithANetworkHasTriedIsToldBeforeItsEnd() {
        NetworkAttempt attempt =
                new NetworkAttempt(Instant.EPOCH, NetworkAttempt.Kind.NAME, "host.example", "", 0, false, 0);
        List<SandboxEvent> events = new CopyOnWriteArrayList<>();
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .listener(events::add)
                .networkAttempts(() -> List.of(attempt))
                .build();

        provider.create(SandboxSpec.builder().network(Network.FULL).build()).close();
        provider.create(SandboxSpec.builder().network(Network.NONE).build()).close();

        assertThat(events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Creating", "Ready", "NetworkTried", "Destroyed", "Creating", "Ready", "Destroyed");
        assertThat(events.get(2))
                .isInstanceOfSatisfying(
                        SandboxEvent.NetworkTried.class,
                        tried -> assertThat(tried.attempts()).containsExactly(attempt));
    }

    static List<RuntimeException> failures() {
        return List.of(
                new SandboxTransportException(Fault.of("the kernel does not tell")),
                new IllegalStateException("a provider of somebody else"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aSandboxIsDestroyedThoughNobodyKnowsWhatItTried(RuntimeException failure) {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .listener(event -> {})
                .networkAttempts(() -> {
                    throw failure;
                })
                .build();
        Sandbox sandbox =
                provider.create(SandboxSpec.builder().network(Network.FULL).build());

        sandbox.close();

        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
        assertThat(provider.list()).isEmpty();
    }

    @Test
    void refusesCommandsAndFilesWhileStopped() {
        MockSandboxProvider provider = MockSandboxProvider.builder().build();
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.stop();

        assertThatExceptionOfType(SandboxStoppedException.class).isThrownBy(() -> sandbox.exec("x"));
        assertThatExceptionOfType(SandboxStoppedException.class)
                .isThrownBy(() -> sandbox.files().exists("x"));
    }

    @Test
    void tellsTheUsageItWasGiven() {
        Usage usage = new Usage(Duration.ofSeconds(1), DataSize.ofMebibytes(1), DataSize.ofMebibytes(2), 3);
        Sandbox sandbox =
                MockSandboxProvider.builder().usage(() -> usage).build().create(SandboxSpec.defaults());

        assertThat(sandbox.usage()).isEqualTo(usage);
    }

    @Test
    void leadsToAnExposedPortOnTheLoopback() {
        Sandbox sandbox = MockSandboxProvider.builder()
                .build()
                .create(SandboxSpec.builder()
                        .network(NetworkPolicy.of(Network.NONE).exposing(8080))
                        .build());

        assertThat(sandbox.endpoint(8080)).isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sandbox.endpoint(80))
                .withMessage("Port 80 is not exposed; the spec exposes [8080], add it with NetworkPolicy.exposing(80)");
    }

    @Test
    void reportsOnceWhatADeadProcessLeftBehind() {
        MockSandboxProvider provider =
                MockSandboxProvider.builder().leftBehind("old-1", "old-2").build();
        Sandbox own = provider.create(SandboxSpec.defaults());

        assertThat(provider.reap().removed()).containsExactly("old-1", "old-2");
        assertThat(provider.reap().removed()).isEmpty();
        assertThat(own.state()).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void knowsTheOptionsItWasTold() {
        MockSandboxProvider provider =
                MockSandboxProvider.builder().knownOptions("mock.speed").build();

        assertThat(provider.create(
                                SandboxSpec.builder().option("mock.speed", "1").build())
                        .state())
                .isEqualTo(SandboxState.RUNNING);
        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(
                        SandboxSpec.builder().option("other", "1").build()));
    }
}
