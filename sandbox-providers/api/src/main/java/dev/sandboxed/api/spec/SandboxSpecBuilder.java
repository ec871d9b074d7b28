package dev.sandboxed.api.spec;

import dev.sandboxed.api.internal.spec.EnvNames;
import dev.sandboxed.api.limit.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the parts of a {@link SandboxSpec}; every setter refuses what could never be right. */
public final class SandboxSpecBuilder {

    private static final Duration LONGEST = Duration.ofDays(365);

    @Nullable
    String image;

    String workdir = SandboxSpec.DEFAULT_WORKDIR;
    Limits limits = Limits.NONE;

    @Nullable
    NetworkPolicy network;

    final Map<String, String> env = new LinkedHashMap<>();
    final Map<String, Secret> secrets = new LinkedHashMap<>();
    final List<Credential> credentials = new ArrayList<>();

    @Nullable
    String user;

    final List<Mount> mounts = new ArrayList<>();
    boolean readOnlyRoot;
    final List<SeedFile> seedFiles = new ArrayList<>();
    final Map<String, String> labels = new LinkedHashMap<>();
    final Map<String, String> options = new LinkedHashMap<>();

    @Nullable
    Duration timeToLive;

    Duration startupTimeout = SandboxSpec.DEFAULT_STARTUP_TIMEOUT;

    SandboxSpecBuilder() {}

    SandboxSpecBuilder(SandboxSpec from) {
        image = from.image().orElse(null);
        workdir = from.workdir();
        limits = from.limits();
        network = from.network().orElse(null);
        env.putAll(from.env());
        secrets.putAll(from.secrets());
        credentials.addAll(from.credentials());
        user = from.user().orElse(null);
        mounts.addAll(from.mounts());
        readOnlyRoot = from.readOnlyRoot();
        seedFiles.addAll(from.seedFiles());
        labels.putAll(from.labels());
        options.putAll(from.options());
        timeToLive = from.timeToLive().orElse(null);
        startupTimeout = from.startupTimeout();
    }

    public SandboxSpecBuilder image(String reference) {
        this.image = word("The image", reference);
        return this;
    }

    public SandboxSpecBuilder workdir(String path) {
        this.workdir = GuestPath.requireAbsolute("The workdir", path);
        return this;
    }

    public SandboxSpecBuilder limits(Limits all) {
        this.limits = all;
        return this;
    }

    public SandboxSpecBuilder network(Network mode) {
        return network(NetworkPolicy.of(mode));
    }

    public SandboxSpecBuilder network(NetworkPolicy policy) {
        this.network = policy;
        return this;
    }

    /**
     * Sets a variable for every command.
     *
     * @throws IllegalArgumentException if the name is empty or has {@code =} or NUL in it, or the value has NUL in it
     */
    public SandboxSpecBuilder env(String name, String value) {
        env.put(EnvNames.require(name), EnvNames.requireValue(name, value));
        return this;
    }

    public SandboxSpecBuilder env(Map<String, String> variables) {
        variables.forEach(this::env);
        return this;
    }

    public SandboxSpecBuilder secret(String name, Secret value) {
        secrets.put(EnvNames.require(name), value);
        return this;
    }

    /**
     * Adds a header to the sandbox's requests to a service, which the network must allow. Replaces an earlier one for the same
     * service and header.
     */
    public SandboxSpecBuilder credential(Credential credential) {
        credentials.removeIf(known ->
                known.service().equals(credential.service()) && known.header().equalsIgnoreCase(credential.header()));
        credentials.add(credential);
        return this;
    }

    public SandboxSpecBuilder user(String nameOrId) {
        this.user = word("The user", nameOrId);
        return this;
    }

    public SandboxSpecBuilder mount(Mount mount) {
        mounts.add(mount);
        return this;
    }

    public SandboxSpecBuilder readOnlyRoot(boolean readOnly) {
        this.readOnlyRoot = readOnly;
        return this;
    }

    public SandboxSpecBuilder seed(SeedFile file) {
        seedFiles.add(file);
        return this;
    }

    /** Takes out all files that were to be there before the first command. */
    public SandboxSpecBuilder withoutSeedFiles() {
        seedFiles.clear();
        return this;
    }

    public SandboxSpecBuilder label(String name, String value) {
        labels.put(word("A label's name", name), value);
        return this;
    }

    /**
     * Sets something that only some providers know, such as {@code runtime} of the docker provider. A provider that does not
     * know it refuses the spec when a sandbox is created.
     *
     * @throws IllegalArgumentException if the name is no plain word
     */
    public SandboxSpecBuilder option(String name, String value) {
        options.put(word("An option's name", name), value);
        return this;
    }

    public SandboxSpecBuilder timeToLive(Duration time) {
        this.timeToLive = positive("The time to live", time);
        return this;
    }

    public SandboxSpecBuilder startupTimeout(Duration time) {
        this.startupTimeout = positive("The start-up timeout", time);
        return this;
    }

    /**
     * Puts the parts together.
     *
     * @throws IllegalArgumentException if a name is both a variable and a secret, or if there is a credential for a service that
     *     the network does not allow
     */
    public SandboxSpec build() {
        for (String name : secrets.keySet()) {
            if (env.containsKey(name)) {
                throw new IllegalArgumentException("Environment variable '" + name
                        + "' is given as a plain value and as a secret; leave one of them out");
            }
        }
        credentials.forEach(this::requireAllowed);
        return new SandboxSpec(this);
    }

    private void requireAllowed(Credential credential) {
        boolean listed = network != null && network.allowsName(credential.host(), credential.port());
        if (!listed) {
            throw new IllegalArgumentException("There is a credential for " + credential.service()
                    + ", which the network of the sandbox does not allow"
                    + (network == null ? "" : " (" + network.written() + ")") + "; list '" + credential.host() + ":"
                    + credential.port() + "', or leave the credential out");
        }
    }

    private static String word(String what, String text) {
        if (text.isBlank() || text.chars().anyMatch(c -> c <= ' ')) {
            throw new IllegalArgumentException(what + " must not be blank nor contain spaces, but was '" + text + "'");
        }
        return text;
    }

    private static Duration positive(String what, Duration time) {
        if (time.isZero() || time.isNegative() || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + " must be above zero and at most 365 days, but was " + time
                    + "; give for example Duration.ofSeconds(30)");
        }
        return time;
    }
}
