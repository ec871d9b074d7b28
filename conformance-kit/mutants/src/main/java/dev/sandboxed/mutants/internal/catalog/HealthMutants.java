package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.idle;
import static dev.sandboxed.mutants.internal.Mutant.mutant;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ProviderStatus.Unavailable;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Providers that do not know how they are. */
final class HealthMutants {

    private HealthMutants() {}

    static List<MutantBuilder> all() {
        Map<SandboxProvider, ProviderStatus> first = new ConcurrentHashMap<>();
        return List.of(
                mutant("takes-its-time-to-say-how-it-is", "HEALTH-1", "more than a second")
                        .status(provider -> {
                            idle(Duration.ofMillis(1100));
                            return provider.status();
                        }),
                mutant("makes-a-sandbox-to-say-how-it-is", "HEALTH-1", "made 3 sandboxes")
                        .status(provider -> {
                            ProviderStatus found = provider.status();
                            if (found.isAvailable()) {
                                provider.create(SandboxSpec.defaults());
                            }
                            return found;
                        }),
                mutant("gives-no-reason-why-it-is-unavailable", "HEALTH-2", "no reason")
                        .status(unavailable(found -> new Unavailable("", found.remedy()))),
                mutant("gives-no-remedy", "HEALTH-2", "no remedy")
                        .status(unavailable(found -> new Unavailable(found.reason(), " "))),
                mutant("says-that-it-works-without-trying", "HEALTH-2", "where no sandbox can be made")
                        .breaks("HEALTH-3", "where no sandbox can be made")
                        .status(provider -> new ProviderStatus.Available("1.0", Map.of())),
                mutant("never-looks-again", "HEALTH-3", "stays Unavailable")
                        .status(provider -> first.computeIfAbsent(provider, SandboxProvider::status)));
    }

    private static Function<SandboxProvider, ProviderStatus> unavailable(UnaryOperator<Unavailable> change) {
        return provider -> {
            ProviderStatus found = provider.status();
            return found instanceof Unavailable unavailable ? change.apply(unavailable) : found;
        };
    }
}
