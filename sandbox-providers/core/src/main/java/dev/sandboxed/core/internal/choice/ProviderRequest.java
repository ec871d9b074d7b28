package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.core.config.Deployment;
import dev.sandboxed.core.config.Prefer;
import dev.sandboxed.core.config.Workload;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is asked of the chain.
 *
 * @param spec the sandbox to make
 * @param floor the weakest isolation that is accepted
 * @param provider the name of the only provider to use; empty where it shall be chosen
 * @param preference what to order providers by
 * @param more what the provider must declare beyond what the spec needs
 * @param lasting those of the spec's mounts whose folders stay as they are as long as this JVM runs
 */
public record ProviderRequest(
        SandboxSpec spec,
        Isolation floor,
        Optional<String> provider,
        Preference preference,
        Set<Capability> more,
        Set<Mount> lasting) {

    public ProviderRequest {
        more = Set.copyOf(more);
        lasting = Set.copyOf(lasting);
    }

    /**
     * What to order providers by.
     *
     * @param workload what the sandbox is for
     * @param prefer what counts first
     * @param deployment where it is to run
     */
    public record Preference(Workload workload, Prefer prefer, Deployment deployment) {

        /** The strongest first, for nothing in particular, on this host. */
        public static final Preference NONE = new Preference(Workload.ANY, Prefer.ISOLATION, Deployment.SELF_HOSTED);
    }

    /** Accepts every provider that can make the sandbox. */
    public static ProviderRequest of(SandboxSpec spec) {
        return new ProviderRequest(spec, Isolation.PROCESS, Optional.empty(), Preference.NONE, Set.of(), Set.of());
    }

    /** Takes floor, provider and order from the settings. */
    public static ProviderRequest of(SandboxSpec spec, Configuration configuration) {
        Preference preference = new Preference(
                configuration.choice(ConfigKey.WORKLOAD, Workload.class).orElse(Workload.ANY),
                configuration.choice(ConfigKey.PREFER, Prefer.class).orElse(Prefer.ISOLATION),
                configuration.choice(ConfigKey.DEPLOYMENT, Deployment.class).orElse(Deployment.SELF_HOSTED));
        return new ProviderRequest(
                spec, configuration.isolation(), configuration.provider(), preference, Set.of(), Set.of());
    }

    /** Accepts this isolation or a stronger one. */
    public ProviderRequest atLeast(Isolation weakest) {
        return new ProviderRequest(spec, weakest, provider, preference, more, lasting);
    }

    /** Uses this provider or none. */
    public ProviderRequest on(String name) {
        return new ProviderRequest(spec, floor, Optional.of(name), preference, more, lasting);
    }

    /** Orders providers in this way. */
    public ProviderRequest ordered(Workload workload, Prefer prefer) {
        return new ProviderRequest(
                spec, floor, provider, new Preference(workload, prefer, preference.deployment()), more, lasting);
    }

    /** Runs it there if possible. */
    public ProviderRequest deployed(Deployment deployment) {
        return new ProviderRequest(
                spec,
                floor,
                provider,
                new Preference(preference.workload(), preference.prefer(), deployment),
                more,
                lasting);
    }

    /** Accepts only providers that declare these as well. */
    public ProviderRequest declaring(Collection<Capability> capabilities) {
        return new ProviderRequest(spec, floor, provider, preference, Set.copyOf(capabilities), lasting);
    }

    /** Brings in folders of the host that stay as they are as long as this JVM runs. */
    public ProviderRequest mounting(List<Mount> mounts) {
        SandboxSpecBuilder wider = spec.toBuilder();
        mounts.forEach(wider::mount);
        Set<Mount> all = new HashSet<>(lasting);
        all.addAll(mounts);
        return new ProviderRequest(wider.build(), floor, provider, preference, more, all);
    }

    /** Returns all that the provider must declare, in their order. */
    Set<Capability> needed() {
        Set<Capability> all = EnumSet.noneOf(Capability.class);
        all.addAll(spec.requiredCapabilities());
        all.addAll(more);
        return all;
    }

    /** Returns in a few words what is asked for. */
    String describe() {
        String needs = needed().isEmpty() ? "" : " with " + needed();
        return "isolation " + floor.written() + (floor == Isolation.MICROVM ? "" : " or stronger") + needs;
    }
}
