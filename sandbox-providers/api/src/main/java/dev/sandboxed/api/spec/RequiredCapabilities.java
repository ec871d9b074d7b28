package dev.sandboxed.api.spec;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.limit.Limits;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The one place that knows which field of a spec is governed by which capability. */
final class RequiredCapabilities {

    private final Set<Capability> needed = EnumSet.noneOf(Capability.class);

    private RequiredCapabilities() {}

    static Set<Capability> of(SandboxSpec spec) {
        RequiredCapabilities collected = new RequiredCapabilities();
        collected.add(spec.image().isPresent(), Capability.IMAGE);
        collected.add(spec.user().isPresent(), Capability.USER);
        collected.add(!spec.mounts().isEmpty(), Capability.MOUNTS);
        collected.add(spec.readOnlyRoot(), Capability.READ_ONLY_ROOT);
        spec.network().ifPresent(collected::addNetwork);
        collected.add(!spec.credentials().isEmpty(), Capability.NETWORK_CREDENTIALS);
        collected.addLimits(spec.limits());
        return Collections.unmodifiableSet(collected.needed);
    }

    private void addNetwork(NetworkPolicy policy) {
        needed.add(
                switch (policy.network()) {
                    case NONE -> Capability.NETWORK_NONE;
                    case ALLOW_LIST -> Capability.NETWORK_ALLOWLIST;
                    case FULL -> Capability.NETWORK_FULL;
                });
        add(!policy.exposedPorts().isEmpty(), Capability.PORTS);
    }

    private void addLimits(Limits limits) {
        add(limits.cpus().isPresent(), Capability.LIMIT_CPU);
        add(limits.memory().isPresent(), Capability.LIMIT_MEMORY);
        add(limits.disk().isPresent(), Capability.LIMIT_DISK);
        add(limits.processes().isPresent(), Capability.LIMIT_PIDS);
        add(limits.openFiles().isPresent(), Capability.LIMIT_FILES);
        add(limits.bandwidth().isPresent(), Capability.LIMIT_BANDWIDTH);
        add(limits.addressSpace().isPresent(), Capability.LIMIT_ADDRESS_SPACE);
        add(limits.cpuTime().isPresent(), Capability.LIMIT_CPU_TIME);
    }

    private void add(boolean asked, Capability capability) {
        if (asked) {
            needed.add(capability);
        }
    }
}
