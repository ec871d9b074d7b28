package dev.sandboxed.api.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.provision.Requirement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilitiesTests {

    private static final Capabilities SOME =
            Capabilities.of(Isolation.NAMESPACE, Capability.USER, Capability.STREAMING);

    @Test
    void haveWhatIsDeclaredAndNothingElse() {
        for (Capability capability : Capability.values()) {
            assertThat(SOME.has(capability))
                    .isEqualTo(Set.of(Capability.USER, Capability.STREAMING).contains(capability));
        }
    }

    @Test
    void listWhatIsMissingInTheOrderOfTheEnum() {
        assertThat(SOME.missing(List.of(Capability.PORTS, Capability.USER, Capability.TERMINAL)))
                .containsExactly(Capability.TERMINAL, Capability.PORTS);
        assertThat(SOME.missing(List.of())).isEmpty();
    }

    @Test
    void refuseARequestForMore() {
        assertThatCode(() -> SOME.require(Set.of(Capability.USER), "local")).doesNotThrowAnyException();
        assertThatExceptionOfType(UnsupportedCapabilityException.class)
                .isThrownBy(() -> SOME.require(EnumSet.of(Capability.PORTS, Capability.PAUSE), "local"))
                .withMessage("Provider 'local' does not support PAUSE, PORTS [provider local]\n  remedy: leave out what"
                        + " needs PAUSE, PORTS, or choose a provider that declares it (./sandboxed doctor lists them)")
                .satisfies(refused -> assertThat(refused.capability()).isEqualTo(Capability.PAUSE));
    }

    @Test
    void sayWhatHelpsOnThisHost() {
        Map<Capability, String> remedies = Map.of(
                Capability.PORTS, "apt-get install net",
                Capability.NETWORK_FULL, "apt-get install net",
                Capability.USER, "nothing: users are declared");
        Capabilities known =
                SOME.withRemedies(remedies).withStartup(Duration.ofMillis(5)).withRequirements();

        assertThat(known.remedies()).containsOnlyKeys(Capability.PORTS, Capability.NETWORK_FULL);
        assertThat(known.knownTo(ApiVersion.CURRENT)).isEqualTo(known);
        assertThatExceptionOfType(UnsupportedCapabilityException.class)
                .isThrownBy(() ->
                        known.require(Set.of(Capability.PAUSE, Capability.PORTS, Capability.NETWORK_FULL), "local"))
                .satisfies(refused -> assertThat(refused.remedy())
                        .hasValueSatisfying(remedy -> assertThat(remedy)
                                .startsWith("apt-get install net; or leave out what needs PAUSE, ")
                                .containsOnlyOnce("apt-get")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UnsupportedCapabilityException.of(List.of(), "local", remedies))
                .withMessageContaining("'local' lacks nothing");
    }

    @Test
    void ofAnOlderProviderLeaveOutWhatItCannotHaveMeant() {
        Capabilities older = SOME.withStartup(Duration.ofMillis(5)).knownTo(0);

        assertThat(older.features()).isEmpty();
        assertThat(older.isolation()).isEqualTo(Isolation.NAMESPACE);
        assertThat(older.startup()).isEqualTo(Duration.ofMillis(5));
        assertThatExceptionOfType(UnsupportedCapabilityException.class)
                .isThrownBy(() -> older.require(Set.of(Capability.USER), "old"));
    }

    @Test
    void ofACurrentOrNewerProviderStayAsTheyAre() {
        assertThat(SOME.knownTo(ApiVersion.CURRENT)).isEqualTo(SOME);
        assertThat(SOME.knownTo(ApiVersion.CURRENT + 1)).isEqualTo(SOME);
    }

    @ParameterizedTest
    @EnumSource(Capability.class)
    void knowSinceWhichVersionEachCapabilityExists(Capability capability) {
        assertThat(capability.since()).isBetween(1, ApiVersion.CURRENT);
        assertThat(Capabilities.of(Isolation.PROCESS, capability)
                        .knownTo(capability.since())
                        .has(capability))
                .isTrue();
        assertThat(Capabilities.of(Isolation.PROCESS, capability)
                        .knownTo(capability.since() - 1)
                        .has(capability))
                .isFalse();
    }

    @Test
    void tellRequirementsWhereKnown() {
        Requirement kvm = Requirement.of("/dev/kvm", "hardware virtualisation");

        assertThat(SOME.withRequirements(kvm).requirements()).containsExactly(kvm);
    }

    @Test
    void areNotChangedThroughTheSetTheyWereMadeFrom() {
        Set<Capability> features = EnumSet.of(Capability.USER);
        Capabilities made = new Capabilities(Isolation.PROCESS, features, List.of(), Duration.ZERO);
        features.add(Capability.PAUSE);

        assertThat(made.has(Capability.PAUSE)).isFalse();
    }

    @Test
    void orderIsolationFromWeakToStrong() {
        assertThat(Isolation.values())
                .containsExactly(
                        Isolation.PROCESS,
                        Isolation.FILESYSTEM,
                        Isolation.NAMESPACE,
                        Isolation.CONTAINER,
                        Isolation.USERSPACE_KERNEL,
                        Isolation.MICROVM);
        assertThat(Isolation.CONTAINER.atLeast(Isolation.CONTAINER)).isTrue();
        assertThat(Isolation.MICROVM.atLeast(Isolation.CONTAINER)).isTrue();
        assertThat(Isolation.NAMESPACE.atLeast(Isolation.CONTAINER)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "process, PROCESS",
        "Container, CONTAINER",
        "userspace-kernel, USERSPACE_KERNEL",
        "USERSPACE_KERNEL, USERSPACE_KERNEL",
        "' microvm ', MICROVM"
    })
    void readAWrittenLevel(String text, Isolation level) {
        assertThat(Isolation.parse(text)).isEqualTo(level);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "vm", "micro vm"})
    void refuseALevelThatDoesNotExist(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Isolation.parse(text))
                .withMessage("Not an isolation level: '" + text + "'; use one of"
                        + " [process, filesystem, namespace, container, userspace-kernel, microvm]");
    }
}
