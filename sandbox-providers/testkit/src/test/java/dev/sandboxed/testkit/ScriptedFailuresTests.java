package dev.sandboxed.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptedFailuresTests {

    @Test
    void refusesCreationsWhileItIsUnavailable() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .unavailable("the daemon is down", "systemctl start daemon")
                .build();

        assertThat(provider.status())
                .isEqualTo(new ProviderStatus.Unavailable("the daemon is down", "systemctl start daemon"));
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .withMessage("the daemon is down [provider mock]\n  remedy: systemctl start daemon");
        provider.become(new ProviderStatus.Available("2", Map.of()));
        assertThat(provider.create(SandboxSpec.defaults()).info().runsOn().version())
                .isEqualTo("2");
    }

    @Test
    void failsSomeCreationsAndThenWorks() {
        MockSandboxProvider provider =
                MockSandboxProvider.builder().failCreations(2).build();

        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(SandboxStartException.class)
                    .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                    .withMessageStartingWith("The mock was told to fail this creation");
        }
        assertThat(provider.create(SandboxSpec.defaults()).state()).isEqualTo(SandboxState.RUNNING);
        provider.failNextCreations(1, () -> new SandboxTransportException(Fault.of("reset")));
        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .withCauseInstanceOf(SandboxTransportException.class);
        provider.failNextCreations(1);
        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()));
        assertThat(provider.created()).hasSize(1);
        assertThat(provider.calls()).hasSize(5).allMatch(call -> call instanceof Call.Create);
    }

    @Test
    void failsACreationThatTakesLongerThanItsStartUpTimeout() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .creationTakes(Duration.ofMinutes(2))
                .build();

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .withMessageStartingWith("The sandbox was not ready within its start-up timeout of PT1M");
        assertThat(provider.create(SandboxSpec.builder()
                                .startupTimeout(Duration.ofMinutes(2))
                                .build())
                        .state())
                .isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void forgetsASandboxThatWasNotReadyInTime() {
        MockSandboxProvider provider = MockSandboxProvider.builder().build();

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.builder()
                        .startupTimeout(Duration.ofNanos(1))
                        .build()));
        assertThat(provider.created()).isEmpty();
        assertThat(provider.live()).isEmpty();
    }

    @Test
    void letsEverySandboxDieAtItsNthCommand() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .dieAtCommand(2)
                .onAnything()
                .answer(Answer.success())
                .build();
        Sandbox first = provider.create(SandboxSpec.defaults());
        Sandbox second = provider.create(SandboxSpec.defaults());
        first.exec("one");

        assertThatExceptionOfType(SandboxDestroyedException.class)
                .isThrownBy(() -> first.exec("two"))
                .withMessageStartingWith("The sandbox is gone: it died at command 2, as scripted");
        assertThatExceptionOfType(SandboxDestroyedException.class).isThrownBy(() -> first.exec("three"));
        assertThatExceptionOfType(SandboxNotFoundException.class).isThrownBy(() -> provider.connect(first.id()));
        assertThat(second.exec("one").succeeded()).isTrue();
        assertThat(provider.live()).containsExactly(second);
        assertThat(provider.created()).containsExactly(first, second);
    }

    @Test
    void killsASandboxBehindEveryonesBack() {
        MockSandboxProvider provider = MockSandboxProvider.builder().build();
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        provider.kill(sandbox.id(), "someone removed the container");

        assertThatExceptionOfType(SandboxDestroyedException.class)
                .isThrownBy(() -> sandbox.exec("x"))
                .withMessageStartingWith("The sandbox is gone: someone removed the container");
        assertThatExceptionOfType(SandboxNotFoundException.class)
                .isThrownBy(() -> provider.kill(sandbox.id(), "again"));
        assertThat(provider.list()).isEmpty();
    }

    @Test
    void refusesScriptsThatMakeNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MockSandboxProvider.builder().dieAtCommand(0))
                .withMessage("The first command is number 1, but was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MockSandboxProvider.builder().failCreations(-1))
                .withMessage("Creations cannot fail -1 times; give 0 or more");
    }
}
