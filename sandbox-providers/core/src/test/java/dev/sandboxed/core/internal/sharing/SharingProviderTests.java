package dev.sandboxed.core.internal.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spi.ExpectingProvider;
import dev.sandboxed.core.internal.choice.ExpectantProvider;
import dev.sandboxed.core.internal.choice.FakeProvider;
import dev.sandboxed.core.internal.choice.FakeSandbox;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SharingProviderTests {

    private static final Map<String, String> SETTINGS = Map.of("host", "here", "key", "secret");
    private static final Capability[] ALL = {
        Capability.MOUNTS, Capability.NETWORK_CREDENTIALS, Capability.NETWORK_ALLOWLIST, Capability.STREAMING
    };

    private final FakeProvider own = new FakeProvider("docker").declares(Isolation.CONTAINER, ALL);
    private final FakeProvider there =
            new FakeProvider("docker").declares(Isolation.CONTAINER, ALL).answers(() -> works(SETTINGS));
    private final ExpectantProvider pool = new ExpectantProvider(there);
    private final SharedPool shared = new SharedPool("unix:/run/pool", Map.of("token", "hidden"));
    private final SandboxProvider provider =
            shared.before(own, ProviderContext.in(Path.of("state")).withSettings(SETTINGS), pool::open);

    private static ProviderStatus works(Map<String, String> settings) {
        return new ProviderStatus.Available(
                "1",
                Map.of(
                        "settings",
                        SettingsMark.of(ProviderContext.in(Path.of("state")).withSettings(settings))));
    }

    private void expectFromPool() {
        FakeSandbox one = new FakeSandbox();
        there.creates(() -> one);
        assertThat(provider.create(SandboxSpec.defaults())).isSameAs(one);
    }

    private void expectOwn() {
        expectOwn(SandboxSpec.defaults());
    }

    private void expectOwn(SandboxSpec spec) {
        FakeSandbox one = new FakeSandbox();
        own.creates(() -> one);
        assertThat(provider.create(spec)).isSameAs(one);
        assertThat(((ExpectingProvider) provider).makesAhead(spec)).isFalse();
    }

    @Test
    void sandboxesAreTakenFromThePoolUnderTheirOwnName() {
        expectFromPool();

        assertThat(own.calls).doesNotContain("create");
        assertThat(there.contexts)
                .singleElement()
                .extracting(ProviderContext::settings)
                .isEqualTo(
                        Map.of("endpoint", "unix:/run/pool", "token", "hidden", "provider", "docker", "as", "docker"));
    }

    static Stream<SandboxSpec> bound() {
        return Stream.of(
                SandboxSpec.builder().option("docker.privileged", "no").build(),
                SandboxSpec.builder()
                        .mount(Mount.readOnly(Path.of("/usr"), "/usr"))
                        .build(),
                SandboxSpec.builder()
                        .network(NetworkPolicy.allowing("api.example:443"))
                        .credential(Credential.bearer("https://api.example", Secret.of("a key of a service")))
                        .build(),
                SandboxSpec.builder()
                        .network(NetworkPolicy.allowing("host.sandboxed.internal:8080"))
                        .build());
    }

    @ParameterizedTest
    @MethodSource("bound")
    void whatIsBoundToThisProcessIsMadeHere(SandboxSpec spec) {
        expectOwn(spec);

        assertThat(there.calls).doesNotContain("create");
    }

    @Test
    void whatThePoolCannotDoIsDoneHere() {
        there.declares(Isolation.CONTAINER);

        expectOwn(SandboxSpec.builder()
                .network(NetworkPolicy.allowing("example.com"))
                .build());
    }

    @Test
    void aPoolWithOtherSettingsIsNotUsed() {
        there.answers(() -> works(Map.of("host", "elsewhere", "key", "secret")));

        expectOwn();
    }

    @Test
    void aServerThatIsNoPoolIsNotUsed() {
        pool.makesAheadOnly(spec -> false);

        expectOwn();
    }

    @Test
    void withoutWhatSpeaksToThePoolEverythingIsMadeHere() {
        SandboxProvider alone = shared.before(own, ProviderContext.in(Path.of("state")), context -> {
            throw new ProviderNotFoundException(Fault.of("No provider is called 'http'"));
        });

        try (Sandbox made = alone.create(SandboxSpec.defaults())) {
            assertThat(own.calls).contains("create");
            assertThat(made.id()).startsWith("fake-");
        }
    }

    @Test
    void whileNobodyAnswersEverythingIsMadeHere() {
        expectFromPool();
        there.answers(() -> new ProviderStatus.Unavailable("nobody answers", ""));
        breaksOff();

        expectOwn();
    }

    @Test
    void whoeverAnswersAgainIsAskedAgain() {
        breaksOff();
        FakeSandbox one = new FakeSandbox();
        own.creates(() -> one);
        assertThat(provider.create(SandboxSpec.defaults())).isSameAs(one);

        expectFromPool();
    }

    private void breaksOff() {
        fails(new SandboxTransportException(Fault.of("nobody answers").cause(new IOException("broken pipe"))));
    }

    private void fails(SandboxTransportException why) {
        there.creates(() -> {
            throw new SandboxStartException(Fault.of("It would not begin").cause(why));
        });
    }

    /** What the engine there would not do, was done here, beyond the limit of the pool. */
    @Test
    void whatIsAnsweredIsNoSilence() {
        fails(new SandboxTransportException(Fault.of("the engine did not answer the service")));

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()));
        assertThat(own.calls).doesNotContain("create");
    }

    @Test
    void whatCannotBeMadeThereForAnotherReasonFails() {
        there.creates(() -> {
            throw new SandboxStartException(Fault.of("No sandbox was released within 3 s"));
        });

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .withMessageContaining("No sandbox was released");
        assertThat(own.calls).doesNotContain("create");
    }

    @Test
    void whatIsExpectedIsPassedOn() {
        expectFromPool();

        ((ExpectingProvider) provider).expect(List.of(SandboxSpec.defaults()));

        assertThat(pool.told).containsExactly(List.of(SandboxSpec.defaults()));
    }

    @Test
    void bothAreClosed() {
        expectFromPool();

        provider.close();

        assertThat(own.calls).contains("close");
        assertThat(there.calls).contains("close");
    }

    @Test
    void thePoolIsFoundInTheSettingsUnlessPoolsAreOff() {
        assertThat(SharedPool.read(configuration(Map.of()))).isEmpty();
        assertThat(SharedPool.read(configuration(Map.of("sandbox.poolServer", "unix:/p", "sandbox.pool", "off"))))
                .isEmpty();
        assertThat(SharedPool.read(configuration(Map.of(
                        "sandbox.poolServer", "unix:/p", "sandbox.poolToken", "t", "sandbox.poolTokenFile", "/f"))))
                .contains(new SharedPool("unix:/p", Map.of("token", "t", "tokenFile", "/f")));
    }

    @Test
    void howToBeLetInIsNotShown() {
        assertThat(shared).hasToString("unix:/run/pool");
    }

    private static Configuration configuration(Map<String, String> settings) {
        return Configuration.read(new Surroundings(Map.of(), Map.of()), ConfigSource.of("test", settings));
    }
}
