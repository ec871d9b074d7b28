package dev.sandboxed.cli.internal.serving;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.pool.PoolLimits;
import dev.sandboxed.core.internal.pool.SandboxPool;
import dev.sandboxed.core.internal.pool.WarmProvider;
import dev.sandboxed.serve.E2bSettings;
import dev.sandboxed.serve.LocalE2b;
import dev.sandboxed.serve.SandboxServer;
import dev.sandboxed.serve.ServerSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A way to serve sandboxes. */
@FunctionalInterface
public interface Serving {

    /** Begins to serve sandboxes of the provider that was chosen. */
    Served start(Selection selection, SandboxSpec spec, ProviderChain chain);

    /**
     * What is served until it is closed.
     *
     * @param how the words for people
     * @param variables what clients need, in order
     */
    record Served(String how, Map<String, String> variables, List<AutoCloseable> parts) implements AutoCloseable {

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

    static Served asE2b(SandboxProvider provider, E2bSettings settings) {
        LocalE2b server = LocalE2b.start(provider, settings);
        return new Served("as E2B", new TreeMap<>(server.environment()), List.of(server));
    }

    /**
     * Serves sandboxes by our own contract.
     *
     * @param ahead how many are kept ready of what was asked for before; none if zero
     */
    static Served byContract(SandboxProvider provider, ServerSettings settings, ProviderChain chain, int ahead) {
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
            return new Served("to the provider 'http'", new TreeMap<>(server.environment()), List.of(server, pool));
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }
}
