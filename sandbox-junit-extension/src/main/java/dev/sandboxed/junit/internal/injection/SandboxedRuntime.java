package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/** Everything that all tests of a run share: the settings and the providers. Made when the first sandbox is wanted. */
final class SandboxedRuntime implements AutoCloseable {

    private static final Logger LOG = System.getLogger(SandboxedRuntime.class.getName());

    private final Configuration general;
    private final ProviderRegistry registry;
    private final ProviderChain chain;

    private SandboxedRuntime(Surroundings surroundings, ConfigSource junitParameters) {
        this.general = Configuration.read(surroundings, junitParameters);
        this.registry = ProviderRegistry.discover(
                general, SandboxListener.SILENT, Thread.currentThread().getContextClassLoader());
        this.chain = new ProviderChain(registry);
    }

    /** Returns the one of this run. */
    static SandboxedRuntime of(ExtensionContext context) {
        return context.getRoot()
                .getStore(SandboxedExtension.NAMESPACE)
                .getOrComputeIfAbsent(SandboxedRuntime.class, key -> open(context), SandboxedRuntime.class);
    }

    private static SandboxedRuntime open(ExtensionContext context) {
        Surroundings surroundings = Surroundings.ofThisProcess();
        SandboxedRuntime runtime = new SandboxedRuntime(surroundings, parameters(context, surroundings));
        runtime.general.warnings(runtime.registry.names()).forEach(warning -> LOG.log(Level.WARNING, warning));
        return runtime;
    }

    /** JUnit answers with system properties too; those are left to their own source, which names them rightly. */
    private static ConfigSource parameters(ExtensionContext context, Surroundings surroundings) {
        Map<String, String> values = new LinkedHashMap<>();
        for (ConfigKey key : ConfigKey.values()) {
            context.getConfigurationParameter(key.key())
                    .filter(value -> !value.equals(surroundings.properties().get(key.key())))
                    .ifPresent(value -> values.put(key.key(), value));
        }
        return ConfigSource.of("JUnit configuration parameter", values);
    }

    /**
     * Makes the sandbox that a place asks for.
     *
     * @throws TestAbortedException if no provider will do and the settings say to skip the test
     */
    TestSandbox create(InjectionPoint point, ExtensionContext context) {
        TestSettings settings = settings(point);
        try {
            return new TestSandbox(
                    chain.create(settings.sandbox().request()),
                    settings.sandbox().timeout(),
                    settings.aftermath(),
                    context);
        } catch (NoProviderException | ProviderUnavailableException | UnsupportedCapabilityException e) {
            if (settings.mayBeSkipped()) {
                throw new TestAbortedException("No sandbox for " + point.where() + ". " + e.getMessage(), e);
            }
            throw e;
        }
    }

    /**
     * Returns what a place asks for.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if something is wrong with it
     */
    TestSettings settings(InjectionPoint point) {
        List<ConfigSource> annotations = point.placements().stream()
                .map(placement -> ConfigSource.of("@Sandboxed on " + placement.where() + ",", placement.settings()))
                .toList();
        return TestSettings.read(general.overriddenBy(annotations), general, new SpecSource(point).spec());
    }

    @Override
    public void close() throws SandboxException {
        registry.close();
    }
}
