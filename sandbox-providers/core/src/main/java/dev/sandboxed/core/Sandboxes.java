package dev.sandboxed.core;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.health.HealthSnapshot;
import dev.sandboxed.core.internal.choice.Announcement;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import dev.sandboxed.core.internal.kept.LeftoverSweep;
import dev.sandboxed.core.internal.telemetry.Observers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates sandboxes for programs that are no JUnit tests:
 *
 * <pre>{@code
 * try (Sandbox sandbox = Sandboxes.create(SandboxSpec.defaults(), Isolation.CONTAINER)) {
 *     sandbox.shell("echo hello").orThrow();
 * }
 * }</pre>
 *
 * <p>The providers are those on the class path, chosen as for tests: the settings {@code sandbox.provider}, {@code .isolation},
 * {@code .prefer}, {@code .deployment} and {@code .workload} are taken from system properties, the environment and the file
 * {@code sandboxed.properties}, read when the first sandbox is created. What the sandbox is like, the spec says alone. What is
 * still open when the JVM ends is closed then. Safe from several threads.
 */
public final class Sandboxes {

    private static @Nullable Sandboxes shared;

    private final Configuration configuration;
    private final ProviderChain chain;
    private final Announcement announcement = new Announcement();

    private Sandboxes(Configuration configuration) {
        this.configuration = configuration;
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        ProviderRegistry registry =
                ProviderRegistry.sharing(configuration, Observers.of(configuration, loader), loader);
        this.chain = new ProviderChain(registry);
        // Nobody waits for it: these providers are closed by the end of the JVM alone.
        LeftoverSweep.begin(configuration, registry);
    }

    /**
     * Creates a sandbox with the strongest provider that works here, never below the setting {@code sandbox.isolation}.
     *
     * @return the sandbox, which the caller closes
     * @throws dev.sandboxed.api.error.NoProviderException if no provider will do; it lists every one with its reason and remedy
     * @throws dev.sandboxed.api.error.SandboxException if the provider that the settings name cannot create it
     * @throws dev.sandboxed.core.config.ConfigurationException if a setting cannot be used
     */
    public static Sandbox create(SandboxSpec spec) {
        return create(shared().request(spec));
    }

    /**
     * Creates a sandbox as {@link #create(SandboxSpec)} does, but never one that isolates less than this, whatever the settings
     * say.
     *
     * @param weakest the weakest isolation that is accepted; a stronger one in the settings holds all the same
     */
    public static Sandbox create(SandboxSpec spec, Isolation weakest) {
        ProviderRequest request = shared().request(spec);
        return create(request.floor().atLeast(weakest) ? request : request.atLeast(weakest));
    }

    /**
     * Returns how the providers are that were asked for sandboxes so far, by name; none is asked for its status here. Takes as
     * long as they need to count their sandboxes.
     */
    public static List<HealthSnapshot> health() {
        return shared().chain.health();
    }

    private static Sandbox create(ProviderRequest request) {
        SelectedSandbox made = shared().chain.create(request);
        shared().announcement.once(made.selection());
        return made.sandbox();
    }

    private ProviderRequest request(SandboxSpec spec) {
        return ProviderRequest.of(spec, configuration);
    }

    private static synchronized Sandboxes shared() {
        Sandboxes known = shared;
        if (known == null) {
            known = new Sandboxes(Configuration.read(Surroundings.ofThisProcess()));
            shared = known;
        }
        return known;
    }
}
