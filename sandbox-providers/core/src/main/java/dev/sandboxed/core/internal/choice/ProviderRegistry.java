package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderNotFoundException;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.spi.Attempts;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.discovery.ServiceDiscovery;
import dev.sandboxed.core.internal.naming.Nearest;
import dev.sandboxed.core.internal.sharing.SharedPool;
import dev.sandboxed.core.internal.startup.StartupFile;
import dev.sandboxed.core.internal.startup.StartupTimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The providers on the class path. Safe from several threads.
 *
 * <p>Finding them opens none; each is opened when it is first asked for, once. One that cannot be loaded is a rejection,
 * never a failure of the whole.
 */
public final class ProviderRegistry implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,40}");

    private final Map<String, RegisteredProvider> providers = new LinkedHashMap<>();
    private final List<Rejection> rejections = new ArrayList<>();
    private final Function<String, ProviderContext> contexts;
    private final StartupTimes startups;
    private final Optional<SharedPool> pool;

    private ProviderRegistry(
            Function<String, ProviderContext> contexts, StartupTimes startups, Optional<SharedPool> pool) {
        this.pool = pool;
        this.contexts = contexts;
        this.startups = startups;
    }

    /**
     * Finds the providers that a class loader sees.
     *
     * @param configuration where their files go and what their settings are
     * @param listener who is told what happens to their sandboxes
     * @throws dev.sandboxed.core.config.ConfigurationException if the state folder cannot be one
     */
    public static ProviderRegistry discover(Configuration configuration, SandboxListener listener, ClassLoader loader) {
        return discover(configuration, listener, loader, Optional.empty());
    }

    /**
     * Finds the providers that a class loader sees, and has them take their sandboxes from the pool that the settings name, if they
     * name one.
     *
     * @param configuration where their files go and what their settings are
     * @param listener who is told what happens to their sandboxes
     * @throws dev.sandboxed.core.config.ConfigurationException if the state folder cannot be one
     */
    public static ProviderRegistry sharing(Configuration configuration, SandboxListener listener, ClassLoader loader) {
        return discover(configuration, listener, loader, SharedPool.read(configuration));
    }

    private static ProviderRegistry discover(
            Configuration configuration, SandboxListener listener, ClassLoader loader, Optional<SharedPool> pool) {
        ServiceDiscovery<SandboxProviderFactory> discovery = ServiceDiscovery.of(SandboxProviderFactory.class, loader);
        ProviderRegistry registry = new ProviderRegistry(
                contexts(configuration, listener),
                new StartupTimes(StartupFile.in(configuration.stateDirectory(), configuration.user())),
                pool);
        discovery.found().forEach(registry::register);
        discovery.failures().forEach(registry::notLoaded);
        return registry;
    }

    /** Uses the given factories and no others, and remembers no start-up times. */
    public static ProviderRegistry of(
            List<? extends SandboxProviderFactory> factories, Function<String, ProviderContext> contexts) {
        ProviderRegistry registry =
                new ProviderRegistry(contexts, new StartupTimes(StartupFile.nowhere()), Optional.empty());
        factories.forEach(registry::register);
        return registry;
    }

    /**
     * Returns what a provider is given by the configuration: a folder of its own and its settings.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if the state folder cannot be one
     */
    public static Function<String, ProviderContext> contexts(Configuration configuration, SandboxListener listener) {
        Path state = configuration.stateDirectory();
        Map<String, String> environment = configuration.environmentWithTools();
        return name -> new ProviderContext(
                state.resolve(name), configuration.settingsOf(name), environment, Owner.current(), listener);
    }

    /** Returns the providers that can be asked for, in the order they were found. */
    public Set<String> names() {
        return Collections.unmodifiableSet(providers.keySet());
    }

    /** Lists what was found and cannot be asked for, with the reasons; the name is that of the factory where it has no other. */
    public List<Rejection> rejections() {
        return Collections.unmodifiableList(rejections);
    }

    /**
     * Returns a provider, opening it if need be.
     *
     * @throws ProviderNotFoundException if there is none of that name; the message lists those there are
     * @throws dev.sandboxed.api.error.ProviderUnavailableException if it cannot be opened
     */
    public SandboxProvider named(String name) {
        return registered(name).open();
    }

    /**
     * Returns the factory of a provider, for those who open it themselves.
     *
     * @throws ProviderNotFoundException if there is none of that name; the message lists those there are
     */
    public SandboxProviderFactory factory(String name) {
        return registered(name).factory();
    }

    /** Returns who is told what happens to the sandboxes of a provider that was opened. */
    SandboxListener listenerOf(String provider) {
        return registered(provider).listener();
    }

    /** Returns how long the providers take to create a sandbox on this machine. */
    StartupTimes startups() {
        return startups;
    }

    private RegisteredProvider registered(String name) {
        RegisteredProvider provider = providers.get(name);
        if (provider == null) {
            throw notFound(name);
        }
        return provider;
    }

    /**
     * Closes every provider that was opened, and with it all its sandboxes. Closing twice is fine.
     *
     * <p>All are closed even if one fails; the first failure is thrown then.
     */
    @Override
    public void close() {
        startups.close();
        Attempts.forEach(providers.values(), RegisteredProvider::close);
    }

    private void register(SandboxProviderFactory factory) {
        String type = factory.getClass().getName();
        try {
            String name = factory.name();
            int version = factory.apiVersion();
            RegisteredProvider other = providers.get(name);
            if (!NAME.matcher(name).matches()) {
                reject(
                        type,
                        "its name '" + name + "' is not one of lower-case letters, digits and dashes",
                        "rename it");
            } else if (version > ApiVersion.CURRENT) {
                reject(
                        name,
                        "it was built against version " + version + " of sandbox-api, and the class path has version "
                                + ApiVersion.CURRENT,
                        "update sandbox-api and sandbox-core, or use an older release of the provider");
            } else if (other != null) {
                reject(
                        name,
                        "the factory " + type + " uses the name of "
                                + other.factory().getClass().getName() + ", which was found first",
                        "take one of the two off the class path");
            } else {
                providers.put(name, new RegisteredProvider(name, factory, contexts, this::completed));
            }
        } catch (RuntimeException | LinkageError e) {
            reject(type, "its factory fails: " + e, "use a release of the provider that fits this sandbox-api");
        }
    }

    /** What speaks to the pool cannot come from it. */
    private SandboxProvider completed(SandboxProvider own, ProviderContext context) {
        return pool.filter(shared -> !own.name().equals(SharedPool.SPEAKER))
                .map(shared -> shared.before(
                        own, context, settings -> factory(SharedPool.SPEAKER).open(settings)))
                .orElse(own);
    }

    private void notLoaded(ServiceDiscovery.Failure failure) {
        reject(
                failure.type(),
                "its factory cannot be loaded: " + failure.reason(),
                "check that the provider's jar and all it depends on are on the class path, in versions that fit");
    }

    private void reject(String provider, String reason, String remedy) {
        rejections.add(new Rejection(provider, reason, remedy));
    }

    private ProviderNotFoundException notFound(String name) {
        for (Rejection rejection : rejections) {
            if (rejection.provider().equals(name)) {
                return new ProviderNotFoundException(
                        Fault.of("Provider '" + name + "' cannot be used: " + rejection.reason())
                                .provider(name)
                                .remedy(rejection.remedy()));
            }
        }
        String known = names().isEmpty() ? "none is on the class path" : "there are " + String.join(", ", names());
        return new ProviderNotFoundException(Fault.of("No provider is called '" + name + "'; " + known)
                .remedy(Nearest.to(name, names())
                        .map(near -> "did you mean " + near + "?")
                        .orElse("use one of those names, or add the provider's module to the class path")));
    }
}
