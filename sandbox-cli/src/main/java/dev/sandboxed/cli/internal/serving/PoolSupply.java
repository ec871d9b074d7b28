package dev.sandboxed.cli.internal.serving;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.pool.Expectation;
import dev.sandboxed.core.internal.pool.PoolExhaustedException;
import dev.sandboxed.core.internal.pool.PoolLimits;
import dev.sandboxed.core.internal.pool.PoolStatistics;
import dev.sandboxed.core.internal.pool.SandboxPool;
import dev.sandboxed.core.internal.sharing.SettingsMark;
import dev.sandboxed.core.internal.sharing.SharedPool;
import dev.sandboxed.serve.supply.SandboxSupply;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sandboxes of all providers from one pool, for all clients: it has ready what each of them has said that it will ask for, what all
 * need next before what any needs later, and no more than may live at once. Safe from several threads.
 */
final class PoolSupply implements SandboxSupply, AutoCloseable {

    private static final Logger LOG = System.getLogger(PoolSupply.class.getName());

    /** Every command of a server streams. */
    private static final Set<Capability> STREAMING = Set.of(Capability.STREAMING);

    private static final Duration FOR_THE_ANSWER = Duration.ofSeconds(1);

    private final List<SandboxProvider> providers;
    private final SandboxPool pool;
    private final Map<String, List<Expectation>> expected = new HashMap<>();

    private PoolSupply(List<SandboxProvider> providers, SandboxPool pool) {
        this.providers = providers;
        this.pool = pool;
    }

    /**
     * Makes nothing yet.
     *
     * @param ground has the providers; those that cannot be opened here, or cannot stream, are left out, and where one is named,
     *     all others
     * @throws SandboxException if the one that is named cannot be used
     */
    static PoolSupply of(Serving.Ground ground, PoolLimits limits) {
        Optional<String> only = ground.configuration().provider();
        Function<String, ProviderContext> contexts =
                ProviderRegistry.contexts(ground.configuration(), SandboxListener.SILENT);
        List<SandboxProvider> providers = new ArrayList<>();
        for (String name : only.map(Set::of).orElseGet(ground.registry()::names)) {
            try {
                requireNotSpeaker(name);
                SandboxProvider provider = ground.registry().named(name);
                provider.capabilities().require(STREAMING, name);
                providers.add(new PooledProvider(provider, ground.chain(), SettingsMark.of(contexts.apply(name))));
            } catch (SandboxException e) {
                if (only.isPresent()) {
                    throw e;
                }
                LOG.log(Level.DEBUG, "A provider is not served", e);
            }
        }
        return new PoolSupply(List.copyOf(providers), new SandboxPool(ground.chain(), limits));
    }

    private static void requireNotSpeaker(String name) {
        if (name.equals(SharedPool.SPEAKER)) {
            throw new ProviderUnavailableException(
                    Fault.of("Provider '" + name + "' speaks to pools, so that no pool can be made of it")
                            .provider(name)
                            .remedy("leave out --provider, or name one that makes sandboxes itself"));
        }
    }

    PoolStatistics statistics() {
        return pool.statistics();
    }

    @Override
    public List<SandboxProvider> providers() {
        return providers;
    }

    @Override
    public boolean makesAhead() {
        return true;
    }

    @Override
    public Sandbox take(String client, SandboxProvider provider, SandboxSpec spec, Optional<Snapshot> from) {
        if (from.isPresent()) {
            return provider.snapshots().restore(from.get(), spec);
        }
        ProviderRequest request = ProviderRequest.of(spec).on(provider.name());
        try {
            return pool.claim(request, expectation(client, request), patience(spec))
                    .sandbox();
        } catch (PoolExhaustedException e) {
            throw new SandboxStartException(Fault.of(e.what())
                    .provider(provider.name())
                    .remedy("close sandboxes earlier, run fewer tests at once, or serve the pool with a higher --most")
                    .cause(e));
        }
    }

    /** A little less than whoever asked waits, so that it is told why there is none. */
    private static Duration patience(SandboxSpec spec) {
        Duration whole = spec.startupTimeout();
        Duration quarter = whole.dividedBy(4);
        return whole.minus(quarter.compareTo(FOR_THE_ANSWER) < 0 ? quarter : FOR_THE_ANSWER);
    }

    /** What comes after it is announced anew, so that its next claim is next again beside those of others. */
    private synchronized @Nullable Expectation expectation(String client, ProviderRequest request) {
        List<Expectation> rest = expected.getOrDefault(client, new ArrayList<>());
        for (Expectation one : rest) {
            if (one.request().equals(request)) {
                rest.remove(one);
                announce(client, rest.stream().map(Expectation::request).toList());
                return one;
            }
        }
        return null;
    }

    private void announce(String client, List<ProviderRequest> next) {
        expected.put(client, new ArrayList<>(pool.replace(expected.getOrDefault(client, List.of()), next)));
    }

    @Override
    public void expect(String client, SandboxProvider provider, List<SandboxSpec> next) {
        List<ProviderRequest> requests = next.stream()
                .map(spec -> ProviderRequest.of(spec).on(provider.name()))
                .toList();
        synchronized (this) {
            announce(client, requests);
        }
    }

    @Override
    public void forget(String client) {
        List<Expectation> left;
        synchronized (this) {
            left = expected.remove(client);
        }
        if (left != null) {
            pool.withdraw(left);
        }
    }

    /** Destroys what nobody has asked for. */
    @Override
    public void close() {
        pool.close();
    }
}
