package dev.sandboxed.core.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderNotFoundException;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.config.ConfigurationException;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderRegistryTests {

    private final FakeProvider alpha = new FakeProvider("alpha");
    private final FakeProvider beta = new FakeProvider("beta");

    @Test
    void aProviderIsOpenedWhenItIsAskedForAndNotBefore() {
        ProviderRegistry registry = registry(alpha, beta);
        assertThat(registry.names()).containsExactly("alpha", "beta");
        assertThat(alpha.calls).isEmpty();

        assertThat(registry.named("alpha")).isSameAs(alpha);

        assertThat(alpha.calls).containsExactly("open");
        assertThat(beta.calls).isEmpty();
    }

    @Test
    void manyThreadsOpenItOnce() {
        ProviderRegistry registry = registry(alpha);

        List<CompletableFuture<Object>> asked = IntStream.range(0, 16)
                .mapToObj(i -> CompletableFuture.<Object>supplyAsync(() -> registry.named("alpha")))
                .toList();

        assertThat(asked).allSatisfy(one -> assertThat(one.join()).isSameAs(alpha));
        assertThat(alpha.calls).containsExactly("open");
    }

    @Test
    void aProviderIsGivenAFolderOfItsOwnAndItsSettings() {
        Configuration configuration = Configuration.read(new Surroundings(
                Map.of("sandbox.stateDir", "/state", "sandbox.alpha.size", "3", "sandbox.beta.size", "4"), Map.of()));
        SandboxListener listener = event -> {};

        ProviderRegistry.of(List.of(alpha), ProviderRegistry.contexts(configuration, listener))
                .named("alpha");

        ProviderContext context = alpha.contexts.get(0);
        assertThat(context.stateDirectory()).isEqualTo(Path.of("/state/alpha"));
        assertThat(context.settings()).containsExactly(Map.entry("size", "3"));
        assertThat(context.owner().pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(context.listener()).isSameAs(listener);
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearestAndAllThatThereAre() {
        ProviderRegistry registry = registry(alpha, beta);

        assertThatExceptionOfType(ProviderNotFoundException.class)
                .isThrownBy(() -> registry.named("aplha"))
                .withMessage("No provider is called 'aplha'; there are alpha, beta\n  remedy: did you mean alpha?");
        assertThatExceptionOfType(ProviderNotFoundException.class)
                .isThrownBy(() -> registry.named("firecracker"))
                .withMessage(
                        "No provider is called 'firecracker'; there are alpha, beta\n  remedy: use one of those names,"
                                + " or add the provider's module to the class path");
    }

    @Test
    void aProviderBuiltForALaterApiIsRejectedWithARemedy() {
        ProviderRegistry registry = registry(alpha.apiVersion(ApiVersion.CURRENT + 1), beta);

        assertThat(registry.names()).containsExactly("beta");
        assertThat(registry.rejections())
                .containsExactly(new Rejection(
                        "alpha",
                        "it was built against version 2 of sandbox-api, and the class path has version 1",
                        "update sandbox-api and sandbox-core, or use an older release of the provider"));
        assertThatExceptionOfType(ProviderNotFoundException.class)
                .isThrownBy(() -> registry.named("alpha"))
                .withMessageContaining("built against version 2")
                .withMessageContaining("update sandbox-api");
    }

    @Test
    void aProviderBuiltForAnEarlierApiKeepsWorkingWithoutWhatItCannotHaveKnown() {
        alpha.apiVersion(0).declares(Isolation.CONTAINER, Capability.IMAGE);
        var older = registry(alpha).named("alpha");

        assertThat(older.capabilities().isolation()).isEqualTo(Isolation.CONTAINER);
        assertThat(older.capabilities().features()).isEmpty();
        assertThat(older.create(SandboxSpec.defaults())).isInstanceOf(FakeSandbox.class);
        alpha.calls.clear();
        assertThatExceptionOfType(UnsupportedCapabilityException.class)
                .isThrownBy(
                        () -> older.create(SandboxSpec.builder().image("debian").build()))
                .satisfies(e -> assertThat(e.capability()).isEqualTo(Capability.IMAGE));
        assertThat(alpha.calls).doesNotContain("create");
    }

    @Test
    void theSecondProviderOfANameIsRejected() {
        ProviderRegistry registry = registry(alpha, new FakeProvider("alpha"));

        assertThat(registry.named("alpha")).isSameAs(alpha);
        assertThat(registry.rejections()).singleElement().satisfies(rejection -> {
            assertThat(rejection.provider()).isEqualTo("alpha");
            assertThat(rejection.reason())
                    .contains(FakeProvider.class.getName())
                    .endsWith("which was found first");
            assertThat(rejection.remedy()).isEqualTo("take one of the two off the class path");
        });
    }

    @Test
    void aNameThatIsNoNameIsRejected() {
        ProviderRegistry registry = registry(new FakeProvider("../Evil"));

        assertThat(registry.names()).isEmpty();
        assertThat(registry.rejections())
                .singleElement()
                .satisfies(rejection -> assertThat(rejection.reason()).contains("'../Evil'"));
    }

    @Test
    void aProviderThatCannotBeOpenedSaysWhyEveryTimeAndIsNotTriedAgain() {
        alpha.opens(() -> {
            throw new NoClassDefFoundError("org/gone/Library");
        });
        ProviderRegistry registry = registry(alpha);

        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(ProviderUnavailableException.class)
                    .isThrownBy(() -> registry.named("alpha"))
                    .withMessageStartingWith("Provider 'alpha' cannot be opened: java.lang.NoClassDefFoundError:"
                            + " org/gone/Library [provider alpha]\n  remedy: check that all it depends on")
                    .withCauseInstanceOf(NoClassDefFoundError.class);
        }
        assertThat(alpha.calls).containsExactly("open");
    }

    @Test
    void aProviderThatExplainsWhyItCannotBeOpenedIsQuotedWithItsRemedy() {
        alpha.opens(() -> {
            throw new SandboxStartException(Fault.of("the token is missing").remedy("set sandbox.alpha.token"));
        });

        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> registry(alpha).named("alpha"))
                .withMessage("Provider 'alpha' cannot be opened: the token is missing [provider alpha]\n"
                        + "  remedy: set sandbox.alpha.token");
    }

    @Test
    void settingsThatAProviderRefusesAreToldAsSettings() {
        FakeProvider alpha = new FakeProvider("alpha").opens(() -> {
            throw new IllegalArgumentException("'sometimes' is not a pull policy");
        });

        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> registry(alpha).named("alpha"))
                .withMessage("Provider 'alpha' cannot be opened: 'sometimes' is not a pull policy [provider alpha]\n"
                        + "  remedy: correct the settings that begin with 'sandbox.alpha.'");
    }

    @Test
    void aStateFolderThatIsAFileIsToldBeforeAnyProviderIsOpened(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Configuration configuration =
                Configuration.read(new Surroundings(Map.of("sandbox.stateDir", file.toString()), Map.of()));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ProviderRegistry.contexts(configuration, SandboxListener.SILENT));
    }

    @Test
    void closingClosesWhatWasOpenedAndOpensNothingAfterwards() {
        ProviderRegistry registry = registry(alpha, beta);
        registry.named("alpha");

        registry.close();
        registry.close();

        assertThat(alpha.calls).startsWith("open", "close");
        assertThat(beta.calls).isEmpty();
        assertThatThrownBy(() -> registry.named("beta"))
                .isInstanceOf(ProviderUnavailableException.class)
                .hasMessageContaining("the providers were closed");
    }

    @Test
    void aProviderThatIsBeingOpenedWhileAllAreClosedIsClosedToo() {
        ProviderRegistry registry = registry(alpha, beta);
        alpha.opens(registry::close);

        registry.named("alpha");

        assertThat(alpha.calls).containsExactly("open", "close");
    }

    private static ProviderRegistry registry(FakeProvider... providers) {
        return ProviderRegistry.of(List.of(providers), name -> ProviderContext.in(Path.of("state", name)));
    }
}
