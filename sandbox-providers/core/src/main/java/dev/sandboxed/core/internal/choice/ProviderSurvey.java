package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.error.SandboxException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at every provider, all at the same time, so that one that hangs delays no other. */
public final class ProviderSurvey {

    private final ProviderRegistry registry;
    private final Probe probe;

    public ProviderSurvey(ProviderRegistry registry) {
        this(registry, Probe.DEFAULT);
    }

    ProviderSurvey(ProviderRegistry registry, Probe probe) {
        this.registry = registry;
        this.probe = probe;
    }

    /** Report on every provider, in the order of the chain; those that could not be loaded come last. */
    public List<ProviderReport> take() {
        List<CompletableFuture<ProviderReport>> asked = registry.names().stream()
                .map(name -> CompletableFuture.supplyAsync(() -> look(name), ProviderSurvey::onNewThread))
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
            SandboxProvider provider = probe.open(registry, name);
            declared = probe.capabilities(provider);
            return new ProviderReport(name, probe.available(provider), declared);
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

    private static void onNewThread(Runnable task) {
        Thread thread = new Thread(task, "sandboxed-survey");
        thread.setDaemon(true);
        thread.start();
    }
}
