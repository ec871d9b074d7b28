package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Durations;
import dev.sandboxed.core.internal.config.Numbers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A sandbox as the settings describe it.
 *
 * @param request what to ask of the chain
 * @param timeout how long a command may run unless it says otherwise
 */
public record SandboxSettings(ProviderRequest request, Duration timeout) {

    /**
     * Reads the settings.
     *
     * @param base what holds where the settings say nothing
     * @throws dev.sandboxed.core.config.ConfigurationException if a value cannot be used; the message names its key, the
     *     value and where it was set
     */
    public static SandboxSettings read(Configuration configuration, SandboxSpec base) {
        SandboxSpecBuilder spec = base.toBuilder().limits(limits(configuration, base.limits()));
        configuration.parsed(ConfigKey.IMAGE, spec::image);
        configuration.parsed(ConfigKey.USER, spec::user);
        configuration.parsed(ConfigKey.WORKDIR, spec::workdir);
        configuration.parsed(ConfigKey.READ_ONLY_ROOT, text -> spec.readOnlyRoot(yesOrNo(text)));
        network(configuration, base.network()).ifPresent(spec::network);
        configuration.parsed(ConfigKey.CREDENTIALS, text -> withCredentials(spec, text, configuration));
        configuration.below("sandbox.env").forEach(spec::env);
        configuration.below("sandbox.label").forEach(spec::label);
        return new SandboxSettings(
                ProviderRequest.of(spec.build(), configuration),
                configuration
                        .parsed(ConfigKey.TIMEOUT, SandboxSettings::timeout)
                        .orElse(Command.DEFAULT_TIMEOUT));
    }

    /** The check whether the network allows their services is the spec's own. */
    private static SandboxSpec withCredentials(SandboxSpecBuilder spec, String text, Configuration configuration) {
        NamedCredentials.read(text, configuration.environment()).forEach(spec::credential);
        return spec.build();
    }

    /** Ports that the base exposes stay so, whatever else a setting says of the network. */
    private static Optional<NetworkPolicy> network(Configuration configuration, Optional<NetworkPolicy> base) {
        Optional<NetworkPolicy> named = configuration.parsed(ConfigKey.NETWORK, NetworkPolicy::parse);
        Optional<Integer[]> ports = configuration.parsed(ConfigKey.PORTS, SandboxSettings::ports);
        if (named.isEmpty() && ports.isEmpty()) {
            return Optional.empty();
        }
        NetworkPolicy policy = named.or(() -> base).orElse(NetworkPolicy.of(Network.NONE));
        Integer[] before =
                base.map(NetworkPolicy::exposedPorts).orElse(Set.of()).toArray(Integer[]::new);
        return Optional.of(policy.exposing(ports.orElse(before)));
    }

    /** The check for what is a port is the policy's own. */
    private static Integer[] ports(String text) {
        Integer[] ports = Stream.of(text.split(",", -1)).map(Numbers::whole).toArray(Integer[]::new);
        NetworkPolicy.of(Network.NONE).exposing(ports);
        return ports;
    }

    /** The check for timeouts of commands is the command's own. */
    private static Duration timeout(String text) {
        return Command.of("true").timeout(Durations.parse(text)).timeout();
    }

    private static Limits limits(Configuration configuration, Limits base) {
        Limits.Builder limits = base.toBuilder();
        configuration.parsed(ConfigKey.CPUS, text -> limits.cpus(Numbers.decimal(text)));
        configuration.parsed(ConfigKey.MEMORY, text -> limits.memory(DataSize.parse(text)));
        configuration.parsed(ConfigKey.DISK, text -> limits.disk(DataSize.parse(text)));
        configuration.parsed(ConfigKey.BANDWIDTH, text -> limits.bandwidth(DataSize.parse(text)));
        configuration.parsed(ConfigKey.PROCESSES, text -> limits.processes(Numbers.whole(text)));
        configuration.parsed(ConfigKey.FILES, text -> limits.openFiles(Numbers.whole(text)));
        configuration.parsed(ConfigKey.ADDRESS_SPACE, text -> limits.addressSpace(DataSize.parse(text)));
        configuration.parsed(ConfigKey.CPU_TIME, text -> limits.cpuTime(Durations.parse(text)));
        return limits.build();
    }

    private static boolean yesOrNo(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("it is neither true nor false");
        };
    }
}
