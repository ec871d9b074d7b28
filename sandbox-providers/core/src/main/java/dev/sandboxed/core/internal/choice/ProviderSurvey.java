package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.core.internal.health.BackgroundThread;
import dev.sandboxed.core.internal.health.Checks;
import dev.sandboxed.core.internal.health.ProviderHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Looks at every provider, all at the same time, so that one that hangs delays no other. It can be taken again and again, and
 * remembers since when a provider works or does not.
 */
public final class ProviderSurvey {

    private final ProviderRegistry registry;
    private final Checks checks;
    private final Map<String, ProviderHealth> health = new ConcurrentHashMap<>();

    public ProviderSurvey(ProviderRegistry registry) {
        this(registry, Checks.DEFAULT);
    }

    ProviderSurvey(ProviderRegistry registry, Checks checks) {
        this.registry = registry;
        this.checks = checks.holding(Duration.ZERO);
    }

    /** Reports on every provider, in the order of the chain; those that could not be loaded come last. */
    public List<ProviderReport> take() {
        List<CompletableFuture<ProviderReport>> asked = registry.names().stream()
                .map(name -> CompletableFuture.supplyAsync(
                        () -> look(name), task -> BackgroundThread.start("sandboxed-survey", task)))
                .toList();
        var byName = asked.stream()
                .map(CompletableFuture::join)
                .collect(Collectors.toMap(ProviderReport::name, Function.identity()));
        List<ProviderReport> reports = new ArrayList<>();
        ProviderOrder order = new ProviderOrder(ProviderRequest.Preference.NONE, registry.startups());
        List<ProviderOrder.Candidate> candidates =
                byName.values().stream().map(report -> candidate(order, report)).toList();
        for (String name : order.sorted(candidates)) {
            reports.add(byName.get(name));
        }
        registry.rejections()
                .forEach(rejection -> reports.add(
                        new ProviderReport(rejection.provider(), unavailable(rejection), null, Optional.empty())));
        return reports;
    }

    private ProviderReport look(String name) {
        ProviderHealth asked =
                health.computeIfAbsent(name, unknown -> new ProviderHealth(unknown, registry::named, checks, () -> {}));
        Capabilities declared = null;
        ProviderStatus status;
        try {
            declared = asked.capabilities();
            status = asked.available();
        } catch (SandboxException e) {
            status = unavailable(Rejections.of(name, e).get(0));
        }
        return new ProviderReport(name, status, declared, Optional.of(asked.snapshot(registry.startups())));
    }

    private static ProviderStatus unavailable(Rejection why) {
        return new ProviderStatus.Unavailable(why.reason(), why.remedy());
    }

    private static ProviderOrder.Candidate candidate(ProviderOrder order, ProviderReport report) {
        return order.needsCapabilities(report.name())
                ? order.candidate(report.name(), report.capabilities().orElse(Capabilities.of(Isolation.PROCESS)))
                : order.candidate(report.name());
    }
}
