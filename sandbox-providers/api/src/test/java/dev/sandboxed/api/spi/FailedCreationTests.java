package dev.sandboxed.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.time.Duration;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailedCreationTests {

    private final EventLog log = new EventLog();
    private final ProbeProvider provider = new ProbeProvider(log);

    @AfterEach
    void closeTheProvider() {
        provider.close();
    }

    @Test
    void refusesWhatItDoesNotDeclareBeforeAnythingStarts() {
        SandboxSpec spec = SandboxSpec.builder().image("debian").build();

        assertThatExceptionOfType(UnsupportedCapabilityException.class).isThrownBy(() -> provider.create(spec));
        assertThat(log.kinds()).isEmpty();
        assertThat(provider.launched).isEmpty();
    }

    @Test
    void refusesOptionsItDoesNotKnow() {
        SandboxSpec spec = SandboxSpec.builder()
                .option("probe.known", "1")
                .option("z.other", "2")
                .option("a.other", "3")
                .build();

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(spec))
                .withMessage("Provider 'probe' does not know the options [a.other, z.other] [provider probe]"
                        + "\n  remedy: it knows [probe.known]");
        assertThat(log.kinds()).isEmpty();
        assertThat(provider.create(
                                SandboxSpec.builder().option("probe.known", "1").build())
                        .state())
                .isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void discardsWhatAFailedCreationLeft() {
        provider.beforeLaunch = () -> {
            throw new IOException("disk full");
        };

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .withMessage("Cannot create a sandbox: java.io.IOException: disk full [provider probe]")
                .withCauseInstanceOf(IOException.class);
        assertThat(log.kinds()).containsExactly("Creating", "Failed");
        assertThat(log.events().get(1))
                .isInstanceOfSatisfying(
                        SandboxEvent.Failed.class,
                        failed -> assertThat(failed.reason()).isEqualTo("disk full"));
        assertThat(provider.discarded).containsExactly(log.events().get(0).at().sandbox());
        assertThat(provider.list()).isEmpty();
    }

    @Test
    void passesOnTheExceptionOfALauncherThatKnowsBetter() {
        provider.beforeLaunch = () -> {
            throw new ProviderUnavailableException(Fault.of("the daemon is down"));
        };

        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .withMessage("the daemon is down");
        assertThat(provider.discarded).hasSize(1);
    }

    @Test
    void reportsTheFirstFailureWhenDiscardingFailsToo() {
        provider.beforeLaunch = () -> {
            throw new IOException("disk full");
        };
        provider.onDiscard = () -> {
            throw new IllegalStateException("still busy");
        };

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .satisfies(thrown -> assertThat(thrown.getCause())
                        .hasMessage("disk full")
                        .extracting(Throwable::getSuppressed, InstanceOfAssertFactories.ARRAY)
                        .hasSize(1));
    }

    @Test
    void givesUpACreationThatTakesTooLong() {
        SandboxSpec spec =
                SandboxSpec.builder().startupTimeout(Duration.ofNanos(1)).build();

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(spec))
                .withMessageStartingWith("The sandbox was not ready within its start-up timeout of PT0.000000001S;"
                        + " the time ran out at: hand-over");
        assertThat(provider.launched)
                .singleElement()
                .satisfies(late -> assertThat(late.releases).hasValue(1));
        assertThat(log.kinds()).containsExactly("Creating", "Failed");
    }
}
