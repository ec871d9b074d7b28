package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.core.internal.health.BackgroundThread;
import dev.sandboxed.core.internal.health.Checks;
import dev.sandboxed.core.internal.health.ProviderHealth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at every provider, all at the same time, so that one that hangs delays no other. */
public final class ProviderSurvey {

    private final ProviderRegistry registry;
    private final Checks checks;

    public ProviderSurvey(ProviderRegistry registry) {
        this(registry, Checks.DEFAULT);
    }

    ProviderSurvey(ProviderRegistry registry, Checks checks) {
        this.registry = registry;
        this.checks = checks;
    }

    /** Report on every provider, in the order of the chain; those that could not be loaded come last. */
    public List<ProviderReport> take() {
        List<CompletableFuture<ProviderReport>> asked = registry.names().stream()
                .map(name -> CompletableFuture.supplyAsync(
                        () -> look(name), task -> BackgroundThread.start("sandboxed-survey", task)))
                .toList();
        var byName = asked.stream()
                .map(CompletableFuture::join)
                .collect(Collectors.toMap(ProviderReport::name, Function.identity()));
        List<ProviderReport> reports = new ArrayList<>();
        ProviderOrder order = new ProviderOrder(ProviderRequest.Preference.NONE);
        List<ProviderOrder.Candidate> candidates =
                byName.values().stream().map(report -> candidate(order, report)).toList();
        for (String name : order.sorted(candidates)) {
            reports.add(byName.get(name));
        }
        registry.rejections().forEach(rejection -> reports.add(unavailable(rejection, null)));
        return reports;
    }

    private ProviderReport look(String name) {
        Capabilities declared = null;
        try {
            ProviderHealth asked = new ProviderHealth(name, registry::named, checks, () -> {});
            declared = asked.capabilities();
            return new ProviderReport(name, asked.available(), declared);
        } catch (SandboxException e) {
            return unavailable(Rejections.of(name, e).get(0), declared);
        }
    }

    private static ProviderReport unavailable(Rejection why, @Nullable Capabilities declared) {
        return new ProviderReport(why.provider(), new ProviderStatus.Unavailable(why.reason(), why.remedy()), declared);
    }

    private static ProviderOrder.Candidate candidate(ProviderOrder order, ProviderReport report) {
        return order.needsCapabilities(report.name())
                ? order.candidate(report.name(), report.capabilities().orElse(Capabilities.of(Isolation.PROCESS)))
                : order.candidate(report.name());
    }
}
