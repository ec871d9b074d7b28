package dev.sandboxed.cli.internal.provision;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.core.internal.choice.ProviderOrder;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.provision.Provisioner;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.Plan;
import dev.sandboxed.provision.plan.ProvisionSettings;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What is got for whom, by the settings.
 *
 * @param registry the providers
 * @param provisioner who gets it
 */
public record Provisioning(ProviderRegistry registry, Provisioner provisioner) {

    /** What is installed unasked stays small: an engine with its daemon, for one, is not. */
    private static final long MOST_UNASKED = 50_000_000;

    public static Provisioning of(ProviderRegistry registry, Configuration configuration, Fetching fetching) {
        ProvisionSettings settings = ProvisionSettings.ofThisUser(
                configuration.toolsDirectory(),
                configuration.environment(),
                configuration.below("sandbox.provision"),
                configuration.architecture());
        return new Provisioning(registry, new Provisioner(settings.with(fetching)));
    }

    /** Plans for the providers that are named. */
    public Plan plan(List<String> names) {
        List<SandboxProvider> opened = names.stream().map(registry::named).toList();
        return provisioner.plan(opened);
    }

    /**
     * Returns the providers that things are got for unasked: those of the automatic choice. Nobody installs a device, and whether
     * one that is there is of use only a try tells; for those that need one, the rest might be got in vain.
     *
     * @param leftOut is told of those that need a device, and of which
     */
    public List<String> unasked(BiConsumer<String, String> leftOut) {
        List<String> names = new ArrayList<>();
        for (String name : registry.names()) {
            if (!ProviderOrder.isOnlyWhenNamed(name)) {
                Optional<String> device = deviceOf(registry.named(name));
                device.ifPresentOrElse(needed -> leftOut.accept(name, needed), () -> names.add(name));
            }
        }
        return names;
    }

    private static Optional<String> deviceOf(SandboxProvider provider) {
        return provider.capabilities().requirements().stream()
                .map(Requirement::name)
                .filter(name -> name.startsWith("/dev/"))
                .findFirst();
    }

    /**
     * Returns a plan with those providers only that need little.
     *
     * @param leftOut is told of those that need more
     */
    public Plan withoutLarge(Plan plan, Consumer<String> leftOut) {
        Map<String, List<Finding>> small = new LinkedHashMap<>();
        plan.findings().forEach((name, findings) -> {
            Plan alone = new Plan(Map.of(name, findings));
            long unpacked = alone.unpacks().stream()
                    .mapToLong(one -> one.size().orElse(0))
                    .sum();
            if (provisioner.sizeOfPackages(alone).orElse(0) + unpacked <= MOST_UNASKED) {
                small.put(name, findings);
            } else {
                leftOut.accept(name);
            }
        });
        return new Plan(small);
    }
}
