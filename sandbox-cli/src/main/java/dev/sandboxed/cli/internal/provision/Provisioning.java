package dev.sandboxed.cli.internal.provision;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.core.internal.choice.ProviderOrder;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.provision.Provisioner;
import dev.sandboxed.provision.plan.Plan;
import dev.sandboxed.provision.plan.ProvisionSettings;
import java.util.List;
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

    public static Provisioning of(ProviderRegistry registry, Configuration configuration, boolean offline) {
        ProvisionSettings settings = ProvisionSettings.ofThisUser(
                configuration.toolsDirectory(),
                configuration.environment(),
                configuration.below("sandbox.provision"),
                configuration.architecture());
        return new Provisioning(registry, new Provisioner(offline ? settings.withoutFetching() : settings));
    }

    /** Plans for the providers that are named. */
    public Plan plan(List<String> names) {
        List<SandboxProvider> opened = names.stream().map(registry::named).toList();
        return provisioner.plan(opened);
    }

    /**
     * Returns the providers that things are got for unasked: those of the automatic choice that need little.
     *
     * @param leftOut is told of those that need more
     */
    public List<String> unasked(Consumer<String> leftOut) {
        return registry.names().stream()
                .filter(name -> !ProviderOrder.isOnlyWhenNamed(name))
                .filter(name -> {
                    boolean small =
                            provisioner.sizeOfPackages(plan(List.of(name))).orElse(0) <= MOST_UNASKED;
                    if (!small) {
                        leftOut.accept(name);
                    }
                    return small;
                })
                .toList();
    }
}
