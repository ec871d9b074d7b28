package dev.sandboxed.core.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import dev.sandboxed.core.internal.discovery.ServiceDiscovery;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceDiscoveryTests {

    @TempDir
    Path classPath;

    @Test
    void aFactoryThatCannotBeLoadedIsARejectionAndTheOthersAreFound() throws IOException {
        declare(
                "org.gone.MissingFactory",
                Exploding.class.getName(),
                Unlinkable.class.getName(),
                FakeSandbox.class.getName(),
                Working.class.getName(),
                Nameless.class.getName());

        try (URLClassLoader loader = loader();
                ProviderRegistry registry = ProviderRegistry.discover(
                        Configuration.read(new Surroundings(Map.of(), Map.of())), SandboxListener.SILENT, loader)) {
            assertThat(registry.names()).contains("working");
            assertThat(registry.rejections())
                    .extracting(rejection -> rejection.provider() + " | " + rejection.reason())
                    .containsExactlyInAnyOrder(
                            "org.gone.MissingFactory | its factory cannot be loaded: java.util.ServiceConfigurationError: "
                                    + SandboxProviderFactory.class.getName()
                                    + ": Provider org.gone.MissingFactory not found",
                            Exploding.class.getName()
                                    + " | its factory cannot be loaded: java.lang.IllegalStateException: boom",
                            Unlinkable.class.getName()
                                    + " | its factory cannot be loaded: java.lang.NoClassDefFoundError: org/gone/Library",
                            FakeSandbox.class.getName()
                                    + " | its factory cannot be loaded: java.util.ServiceConfigurationError: "
                                    + SandboxProviderFactory.class.getName()
                                    + ": " + FakeSandbox.class.getName() + " not a subtype",
                            Nameless.class.getName() + " | its factory fails: java.lang.AbstractMethodError: name");
            assertThat(registry.rejections())
                    .allSatisfy(one -> assertThat(one.remedy()).isNotBlank());
        }
    }

    @Test
    void aServiceFileThatCannotBeParsedIsARejection() throws IOException {
        declare("this is no class name");

        try (URLClassLoader loader = loader()) {
            assertThat(ServiceDiscovery.of(SandboxProviderFactory.class, loader).failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure.reason()).hasMessageContaining("Illegal"));
        }
    }

    private void declare(String... factories) throws IOException {
        Path services = Files.createDirectories(classPath.resolve("META-INF/services"));
        Files.writeString(services.resolve(SandboxProviderFactory.class.getName()), String.join("\n", factories));
    }

    private URLClassLoader loader() throws IOException {
        return new URLClassLoader(
                new URL[] {classPath.toUri().toURL()}, getClass().getClassLoader());
    }

    /** Fine. */
    public static class Working implements SandboxProviderFactory {
        @Override
        public String name() {
            return "working";
        }

        @Override
        public int apiVersion() {
            return ApiVersion.CURRENT;
        }

        @Override
        public SandboxProvider open(ProviderContext context) {
            return new FakeProvider(name());
        }
    }

    /** Fails when it is made. */
    public static class Exploding extends Working {
        public Exploding() {
            throw new IllegalStateException("boom");
        }
    }

    /** Fails when it is made, as a class does whose library is missing. */
    public static class Unlinkable extends Working {
        public Unlinkable() {
            throw new NoClassDefFoundError("org/gone/Library");
        }
    }

    /** Fails when it is asked, as a class does that was compiled against another interface. */
    public static class Nameless extends Working {
        @Override
        public String name() {
            throw new AbstractMethodError("name");
        }
    }
}
