package dev.sandboxed.cli.internal.pool;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import dev.sandboxed.core.internal.pool.Expectation;
import dev.sandboxed.core.internal.pool.Lease;
import dev.sandboxed.core.internal.pool.PoolSettings;
import dev.sandboxed.core.internal.pool.SandboxPool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** One of several JVMs of a build, as far as sandboxes are concerned. */
final class Fork implements AutoCloseable {

    static final ProviderRequest KIND = ProviderRequest.of(
                    SandboxSpec.builder().label("kind", "of the tests").build())
            .on("subprocess");

    private final ProviderRegistry registry;
    private final SandboxPool pool;

    Fork(Map<String, String> settings) {
        Configuration configuration = Configuration.read(new Surroundings(settings, System.getenv()));
        this.registry = ProviderRegistry.sharing(configuration, SandboxListener.SILENT, Fork.class.getClassLoader());
        this.pool = new SandboxPool(new ProviderChain(registry), PoolSettings.read(configuration));
    }

    SandboxProvider provider() {
        return registry.named("subprocess");
    }

    List<Expectation> expect(int claims) {
        return pool.expect(Collections.nCopies(claims, KIND));
    }

    Lease claim() {
        return pool.claim(KIND, null);
    }

    Lease claimWithin(Duration limit) {
        return pool.claim(
                ProviderRequest.of(SandboxSpec.builder().startupTimeout(limit).build())
                        .on("subprocess"),
                null);
    }

    Lease claim(Expectation expected) {
        return pool.claim(KIND, expected);
    }

    @Override
    public void close() {
        try (registry) {
            pool.close();
        }
    }

    /** Claims two, expects two more, says so, and waits for its end. */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> settings = Map.of(
                "sandbox.stateDir",
                arguments[0],
                "sandbox.poolServer",
                arguments[1],
                "sandbox.poolToken",
                arguments[2]);
        try (Fork fork = new Fork(settings)) {
            List<Expectation> expected = fork.expect(4);
            List<Lease> leases = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Lease lease = fork.claim(expected.get(i));
                lease.selected().sandbox().shell("sleep 1000 >/dev/null 2>&1 &").orThrow();
                leases.add(lease);
            }
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // The end of its input is the end of it.
            }
            leases.forEach(Lease::close);
        }
    }
}
