package dev.sandboxed.wire.internal;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.Secret;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a sandbox is made from. Files of the client's host cannot be mounted elsewhere, and seed files are written by the client.
 *
 * @param image the root file system
 * @param workdir where commands start
 * @param limits how much it may use
 * @param network what it may reach
 * @param env environment of every command
 * @param secrets more of that, which nothing shows
 * @param user whom commands run as
 * @param readOnlyRoot whether only the workdir and temporary folders can be written
 * @param labels free words
 * @param options settings that only one provider knows
 * @param timeToLiveSeconds how long it lives at most
 * @param startupTimeoutSeconds how long its creation may take
 */
public record SpecWords(
        @Nullable String image,
        String workdir,
        @Nullable LimitWords limits,
        @Nullable NetworkWords network,
        @Nullable Map<String, String> env,
        @Nullable Map<String, String> secrets,
        @Nullable String user,
        @Nullable Boolean readOnlyRoot,
        @Nullable Map<String, String> labels,
        @Nullable Map<String, String> options,
        @Nullable Double timeToLiveSeconds,
        double startupTimeoutSeconds) {

    /**
     * Checks that nothing is missing.
     *
     * @throws IllegalArgumentException if something is
     */
    public SpecWords {
        Words.require("workdir", workdir);
    }

    /**
     * How much a sandbox may use; sizes in bytes.
     *
     * @param bandwidth bytes a second
     */
    public record LimitWords(
            @Nullable Double cpus,
            @Nullable Long memory,
            @Nullable Long disk,
            @Nullable Integer processes,
            @Nullable Integer openFiles,
            @Nullable Long bandwidth,
            @Nullable Long addressSpace,
            @Nullable Double cpuTimeSeconds) {

        private static LimitWords of(Limits limits) {
            return new LimitWords(
                    limits.cpus().isPresent() ? limits.cpus().getAsDouble() : null,
                    limits.memory().map(DataSize::bytes).orElse(null),
                    limits.disk().map(DataSize::bytes).orElse(null),
                    limits.processes().isPresent() ? limits.processes().getAsInt() : null,
                    limits.openFiles().isPresent() ? limits.openFiles().getAsInt() : null,
                    limits.bandwidth().map(DataSize::bytes).orElse(null),
                    limits.addressSpace().map(DataSize::bytes).orElse(null),
                    limits.cpuTime().map(Words::seconds).orElse(null));
        }

        private Limits limits() {
            Limits.Builder builder = Limits.builder();
            ifGiven(cpus, builder::cpus);
            ifGiven(memory, size -> builder.memory(DataSize.ofBytes(size)));
            ifGiven(disk, size -> builder.disk(DataSize.ofBytes(size)));
            ifGiven(processes, builder::processes);
            ifGiven(openFiles, builder::openFiles);
            ifGiven(bandwidth, size -> builder.bandwidth(DataSize.ofBytes(size)));
            ifGiven(addressSpace, size -> builder.addressSpace(DataSize.ofBytes(size)));
            ifGiven(cpuTimeSeconds, time -> builder.cpuTime(Words.duration(time)));
            return builder.build();
        }
    }

    /**
     * What a sandbox may reach.
     *
     * @param mode {@code none}, {@code allow_list} or {@code full}
     */
    public record NetworkWords(
            String mode,
            @Nullable Set<String> allowedHosts,
            @Nullable Set<Integer> exposedPorts) {

        private static NetworkWords of(NetworkPolicy policy) {
            return new NetworkWords(
                    policy.network().name().toLowerCase(Locale.ROOT),
                    new TreeSet<>(policy.allowedHosts()),
                    new TreeSet<>(policy.exposedPorts()));
        }

        /** Returns it without lists in which there is nothing. */
        NetworkWords withoutNothing() {
            return new NetworkWords(mode, orAbsent(allowedHosts), orAbsent(exposedPorts));
        }

        private static <T> @Nullable Set<T> orAbsent(@Nullable Set<T> all) {
            return all == null || all.isEmpty() ? null : all;
        }

        private NetworkPolicy policy() {
            return new NetworkPolicy(
                    Network.valueOf(mode.toUpperCase(Locale.ROOT)),
                    allowedHosts == null ? Set.of() : allowedHosts,
                    exposedPorts == null ? Set.of() : exposedPorts);
        }
    }

    public static SpecWords of(SandboxSpec spec) {
        Map<String, String> secrets = new LinkedHashMap<>();
        spec.secrets().forEach((name, secret) -> secrets.put(name, secret.reveal()));
        return new SpecWords(
                spec.image().orElse(null),
                spec.workdir(),
                LimitWords.of(spec.limits()),
                spec.network().map(NetworkWords::of).orElse(null),
                spec.env(),
                secrets,
                spec.user().orElse(null),
                spec.readOnlyRoot(),
                spec.labels(),
                spec.options(),
                spec.timeToLive().map(Words::seconds).orElse(null),
                Words.seconds(spec.startupTimeout()));
    }

    /**
     * Returns the spec.
     *
     * @throws IllegalArgumentException if something in it cannot be
     */
    public SandboxSpec spec() {
        SandboxSpecBuilder builder = SandboxSpec.builder()
                .workdir(workdir)
                .env(Words.orNone(env))
                .startupTimeout(Words.duration(startupTimeoutSeconds));
        ifGiven(image, builder::image);
        ifGiven(limits, given -> builder.limits(given.limits()));
        ifGiven(network, given -> builder.network(given.policy()));
        Words.orNone(secrets).forEach((name, value) -> builder.secret(name, Secret.of(value)));
        ifGiven(user, builder::user);
        ifGiven(readOnlyRoot, builder::readOnlyRoot);
        Words.orNone(labels).forEach(builder::label);
        Words.orNone(options).forEach(builder::option);
        ifGiven(timeToLiveSeconds, time -> builder.timeToLive(Words.duration(time)));
        return builder.build();
    }

    private static <T> void ifGiven(@Nullable T value, Consumer<T> taker) {
        if (value != null) {
            taker.accept(value);
        }
    }

    /** Shows it without the secrets. */
    @Override
    public String toString() {
        return spec().toString();
    }
}
