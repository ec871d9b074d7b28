package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.idle;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ProviderStatus.Unavailable;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Providers that do not know how they are. */
final class HealthMutants {

    private HealthMutants() {}

    static List<MutantBuilder> all() {
        return together(status(), headroom());
    }

    private static List<MutantBuilder> headroom() {
        Map<SandboxProvider, Optional<Headroom>> first = new ConcurrentHashMap<>();
        return List.of(
                mutant("takes-its-time-to-say-what-it-has-to-spare", "HEALTH-4", "more than a second")
                        .headroom(provider -> {
                            idle(Duration.ofMillis(1100));
                            return provider.headroom();
                        }),
                mutant("makes-a-sandbox-to-say-what-it-has-to-spare", "HEALTH-4", "made 3 sandboxes")
                        .headroom(provider -> {
                            provider.create(SandboxSpec.defaults());
                            return provider.headroom();
                        }),
                mutant("has-less-than-nothing-to-spare", "HEALTH-5", "less than nothing")
                        .headroom(provider -> provider.headroom()
                                .map(told -> new Headroom(-1, told.memory(), told.disk(), told.sandboxes()))),
                mutant("measures-what-it-has-to-spare-only-once", "HEALTH-5", "tells the same")
                        .headroom(provider -> first.computeIfAbsent(provider, SandboxProvider::headroom)));
    }

    private static List<MutantBuilder> status() {
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
