package dev.sandboxed.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class MockSandboxProviderFactoryTests {

    @Test
    void isHandedToWhateverOpensProvidersItself() {
        MockSandboxProviderFactory factory = MockSandboxProvider.builder()
                .name("handed")
                .failCreations(1)
                .on("poll")
                .answer(Answer.exit(1), Answer.exit(2))
                .toFactory();
        Owner owner = new Owner(1, "noon");
        MockSandboxProvider first =
                factory.open(ProviderContext.in(Path.of("unused")).withOwner(owner));
        MockSandboxProvider second = factory.open(ProviderContext.in(Path.of("unused")));

        assertThat(factory.name()).isEqualTo("handed");
        assertThat(factory.apiVersion()).isEqualTo(ApiVersion.CURRENT);
        assertThat(factory.opened()).containsExactly(first, second);
        for (MockSandboxProvider each : factory.opened()) {
            assertThatExceptionOfType(SandboxStartException.class)
                    .isThrownBy(() -> each.create(SandboxSpec.defaults()));
            assertThat(each.create(SandboxSpec.defaults()).exec("poll").exitCode())
                    .isEqualTo(1);
        }
        assertThat(first.live().get(0).info().owner()).isEqualTo(owner);
    }

    @Test
    void pretendsToBeOlder() {
        MockSandboxProviderFactory older =
                MockSandboxProvider.builder().toFactory().builtAgainst(0);
        MockSandboxProvider provider = older.open(ProviderContext.in(Path.of("unused")));

        assertThat(older.apiVersion()).isZero();
        assertThat(provider.capabilities().knownTo(older.apiVersion()).features())
                .isEmpty();
    }

    @Test
    void isNotFoundByAccident() {
        assertThat(ServiceLoader.load(SandboxProviderFactory.class)).isEmpty();
    }
}
