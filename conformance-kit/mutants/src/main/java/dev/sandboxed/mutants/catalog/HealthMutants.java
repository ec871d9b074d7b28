package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ProviderStatus.Unavailable;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.mutants.Mutant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** Providers that do not know how they are. */
final class HealthMutants {

    private HealthMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.named("takes-its-time-to-say-how-it-is")
                        .breaks("HEALTH-1", "more than a second")
                        .provider(status(found -> {
                            idle(Duration.ofMillis(1100));
                            return found;
                        })),
                Mutant.named("makes-a-sandbox-to-say-how-it-is")
                        .breaks("HEALTH-1", "made 3 sandboxes")
                        .provider(working -> new ForwardingSandboxProvider(working) {
                            @Override
                            public ProviderStatus status() {
                                ProviderStatus found = provider().status();
                                if (found.isAvailable()) {
                                    provider().create(SandboxSpec.defaults());
                                }
                                return found;
                            }
                        }),
                Mutant.named("gives-no-reason-why-it-is-unavailable")
                        .breaks("HEALTH-2", "no reason")
                        .provider(status(found -> found instanceof Unavailable unavailable
                                ? new Unavailable("", unavailable.remedy())
                                : found)),
                Mutant.named("gives-no-remedy")
                        .breaks("HEALTH-2", "no remedy")
                        .provider(status(found -> found instanceof Unavailable unavailable
                                ? new Unavailable(unavailable.reason(), " ")
                                : found)),
                Mutant.named("says-that-it-works-without-trying")
                        .breaks("HEALTH-2", "where no sandbox can be made")
                        .breaks("HEALTH-3", "where no sandbox can be made")
                        .provider(status(found -> new ProviderStatus.Available("1.0", Map.of()))),
                Mutant.named("never-looks-again")
                        .breaks("HEALTH-3", "stays Unavailable")
                        .provider(working -> {
                            Map<String, ProviderStatus> first = new ConcurrentHashMap<>();
                            return status(found -> {
                                        ProviderStatus known = first.putIfAbsent("status", found);
                                        return known == null ? found : known;
                                    })
                                    .apply(working);
                        }));
    }

    private static UnaryOperator<SandboxProvider> status(UnaryOperator<ProviderStatus> change) {
        return working -> new ForwardingSandboxProvider(working) {
            @Override
            public ProviderStatus status() {
                return change.apply(provider().status());
            }
        };
    }

    /** Do nothing for a while. */
    static void idle(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
