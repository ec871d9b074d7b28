package dev.sandboxed.cli.internal.serving;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.SandboxSettings;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.pool.PoolLimits;
import dev.sandboxed.core.internal.pool.SandboxPool;
import dev.sandboxed.core.internal.pool.WarmProvider;
import dev.sandboxed.serve.E2bSettings;
import dev.sandboxed.serve.LocalE2b;
import dev.sandboxed.serve.SandboxServer;
import dev.sandboxed.serve.ServerSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A way to serve sandboxes. */
@FunctionalInterface
public interface Serving {

    /** Begins to serve. */
    Served start(Ground ground);

    /**
     * What there is to serve from.
     *
     * @param configuration the settings of this process
     */
    record Ground(Configuration configuration, ProviderRegistry registry, ProviderChain chain) {

        /**
         * Returns what the settings ask for.
         *
         * @throws dev.sandboxed.core.config.ConfigurationException if one cannot be used
         */
        public ProviderRequest request() {
            return SandboxSettings.read(configuration, SandboxSpec.defaults()).request();
        }

        /** Chooses the provider; throws as {@link ProviderChain#select} does. */
        public Selection selection() {
            return chain.select(request());
        }
    }

    /**
     * What is served until it is closed.
     *
     * @param what the words for people
     * @param unsafe whether commands can do whatever this process can
     * @param variables what clients need, in order
     * @param account tells at the end what was done; empty if there is nothing to tell
     */
    record Served(
            String what,
            boolean unsafe,
            Map<String, String> variables,
            Supplier<String> account,
            List<AutoCloseable> parts)
            implements AutoCloseable {

        /** Closes one after the other, whatever happens. */
        @Override
        public void close() {
            closeFrom(0);
        }

        private void closeFrom(int first) {
            if (first == parts.size()) {
                return;
            }
            try {
                parts.get(first).close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                closeFrom(first + 1);
            }
        }
    }

    static Served asE2b(Selection selection, E2bSettings settings) {
        LocalE2b server = LocalE2b.start(selection.provider(), settings);
        return served(selection, "as E2B", new TreeMap<>(server.environment()), List.of(server));
    }

    private static Served served(
            Selection selection, String how, Map<String, String> variables, List<AutoCloseable> parts) {
        return new Served(
                "sandboxes of provider '" + selection.provider().name() + "' " + how,
                selection.capabilities().isolation() == Isolation.PROCESS,
                variables,
                () -> "",
                parts);
    }

    /**
     * Serves sandboxes by our own contract.
     *
     * @param ahead how many are kept ready of what was asked for before; none if zero
     */
    static Served byContract(Selection selection, ServerSettings settings, ProviderChain chain, int ahead) {
        SandboxProvider provider = selection.provider();
        int processors = Runtime.getRuntime().availableProcessors();
        // What is kept ready takes memory of sandboxes, not of this process; how many there are is bounded by the
        // number.
        PoolLimits limits = PoolLimits.of(processors, DataSize.ofGibibytes(1 << 10))
                .withAhead(ahead)
                .withLive(settings.mostSandboxes() + ahead);
        SandboxPool pool = new SandboxPool(chain, limits);
        try {
            SandboxProvider served = ahead == 0 ? provider : new WarmProvider(provider, pool, ahead);
            SandboxServer server = SandboxServer.start(List.of(served), settings);
            return served(
                    selection, "to the provider 'http'", new TreeMap<>(server.environment()), List.of(server, pool));
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /**
     * Serves sandboxes of all providers, or of the one that is named, from one pool for all processes of a build.
     *
     * @param limits what bounds the pool
     */
    static Served asPool(Ground ground, ServerSettings settings, PoolLimits limits) {
        PoolSupply supply = PoolSupply.of(ground, limits);
        try {
            SandboxServer server = SandboxServer.start(supply, settings);
            Map<String, String> variables = new TreeMap<>();
            variables.put(
                    "SANDBOX_POOL_SERVER",
                    Objects.requireNonNull(server.environment().get("SANDBOX_HTTP_ENDPOINT")));
            variables.put("SANDBOX_POOL_TOKEN", server.token());
            return new Served(
                    "one pool for all processes",
                    false,
                    variables,
                    () -> "the pool had " + supply.statistics(),
                    List.of(server, supply));
        } catch (RuntimeException e) {
            supply.close();
            throw e;
        }
    }
}
