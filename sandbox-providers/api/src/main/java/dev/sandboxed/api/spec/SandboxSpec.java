package dev.sandboxed.api.spec;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.limit.Limits;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything a sandbox is made from. Immutable, and equal to another that would make the same sandbox.
 *
 * <p>What is absent is left to the provider, which documents its default. What is present is in force before the first
 * command, or the spec is refused before anything starts.
 */
public final class SandboxSpec {

    /** The workdir unless told otherwise. */
    public static final String DEFAULT_WORKDIR = "/workspace";

    /** How long a creation may take unless told otherwise. */
    public static final Duration DEFAULT_STARTUP_TIMEOUT = Duration.ofSeconds(60);

    private final @Nullable String image;
    private final String workdir;
    private final Limits limits;
    private final @Nullable NetworkPolicy network;
    private final Map<String, String> env;
    private final Map<String, Secret> secrets;
    private final List<Credential> credentials;
    private final @Nullable String user;
    private final List<Mount> mounts;
    private final boolean readOnlyRoot;
    private final List<SeedFile> seedFiles;
    private final Map<String, String> labels;
    private final Map<String, String> options;
    private final @Nullable Duration timeToLive;
    private final Duration startupTimeout;
    private int hash;

    SandboxSpec(SandboxSpecBuilder from) {
        this.image = from.image;
        this.workdir = from.workdir;
        this.limits = from.limits;
        this.network = from.network;
        this.env = ordered(from.env);
        this.secrets = ordered(from.secrets);
        this.credentials = List.copyOf(from.credentials);
        this.user = from.user;
        this.mounts = List.copyOf(from.mounts);
        this.readOnlyRoot = from.readOnlyRoot;
        this.seedFiles = List.copyOf(from.seedFiles);
        this.labels = ordered(from.labels);
        this.options = ordered(from.options);
        this.timeToLive = from.timeToLive;
        this.startupTimeout = from.startupTimeout;
    }

    private static <V> Map<String, V> ordered(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** Describes a sandbox that leaves every choice to the provider. */
    public static SandboxSpec defaults() {
        return builder().build();
    }

    public static SandboxSpecBuilder builder() {
        return new SandboxSpecBuilder();
    }

    public SandboxSpecBuilder toBuilder() {
        return new SandboxSpecBuilder(this);
    }

    /** The root file system, as a reference the provider understands. */
    public Optional<String> image() {
        return Optional.ofNullable(image);
    }

    /** Where commands start and relative paths begin. It exists. */
    public String workdir() {
        return workdir;
    }

    public Limits limits() {
        return limits;
    }

    /** What may be reached. Absent: nothing where the provider can enforce that, else what its documentation says. */
    public Optional<NetworkPolicy> network() {
        return Optional.ofNullable(network);
    }

    /** Environment of every command. */
    public Map<String, String> env() {
        return env;
    }

    /** More environment of every command, whose values are never shown. */
    public Map<String, Secret> secrets() {
        return secrets;
    }

    /** What requests to services are given on their way, outside of the sandbox. */
    public List<Credential> credentials() {
        return credentials;
    }

    /** Returns all that must not be seen in any text: the values of secrets and of credentials. */
    public Set<Secret> hidden() {
        return Stream.concat(secrets.values().stream(), credentials.stream().map(Credential::value))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The user that commands run as: a name or a number. */
    public Optional<String> user() {
        return Optional.ofNullable(user);
    }

    public List<Mount> mounts() {
        return mounts;
    }

    /** Whether only the workdir and temporary folders can be written. */
    public boolean readOnlyRoot() {
        return readOnlyRoot;
    }

    public List<SeedFile> seedFiles() {
        return seedFiles;
    }

    /** Free words to find the sandbox again by. */
    public Map<String, String> labels() {
        return labels;
    }

    /** Settings that only one provider knows; a provider refuses any it does not know. */
    public Map<String, String> options() {
        return options;
    }

    /** After this time the sandbox is destroyed, whatever it is doing. */
    public Optional<Duration> timeToLive() {
        return Optional.ofNullable(timeToLive);
    }

    /** A creation that takes longer than this fails and leaves nothing behind. */
    public Duration startupTimeout() {
        return startupTimeout;
    }

    /** Lists what a provider must declare to be allowed to make this sandbox. */
    public Set<Capability> requiredCapabilities() {
        return RequiredCapabilities.of(this);
    }

    private List<@Nullable Object> parts() {
        return Collections.unmodifiableList(java.util.Arrays.asList(
                image,
                workdir,
                limits,
                network,
                env,
                secrets,
                credentials,
                user,
                mounts,
                readOnlyRoot,
                seedFiles,
                labels,
                options,
                timeToLive,
                startupTimeout));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof SandboxSpec that && parts().equals(that.parts()));
    }

    /** Specs are keys of pools, and may have large files: it is computed once, or a few times by threads that meet. */
    @Override
    public int hashCode() {
        int known = hash;
        if (known == 0) {
            known = parts().hashCode();
            hash = known;
        }
        return known;
    }

    /** Shows the spec; values of the environment, of secrets and of credentials are left out. */
    @Override
    public String toString() {
        return "SandboxSpec[image=" + image + ", workdir=" + workdir + ", limits=" + limits + ", network=" + network
                + ", env=" + env.keySet() + ", secrets=" + secrets.keySet() + ", credentials=" + credentials + ", user="
                + user + ", mounts=" + mounts
                + ", readOnlyRoot=" + readOnlyRoot + ", seedFiles=" + seedFiles + ", labels=" + labels + ", options="
                + options.keySet() + ", timeToLive=" + timeToLive + ", startupTimeout=" + startupTimeout + "]";
    }
}
