package dev.sandboxed.cli.internal;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.cli.internal.Converters.NameValue;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that describe a sandbox. What is not given is left to the provider. */
final class SandboxOptions {

    @Option(names = "--provider", paramLabel = "P", description = "use this provider or none (default: the strongest)")
    private @Nullable String provider;

    @Option(
            names = "--isolation",
            paramLabel = "I",
            converter = Converters.Level.class,
            description = "the weakest isolation to accept: process, filesystem, namespace, container,"
                    + " userspace-kernel or microvm")
    private @Nullable Isolation isolation;

    @Option(names = "--image", paramLabel = "R", description = "the root file system, as the provider names it")
    private @Nullable String image;

    @Option(names = "--cpus", paramLabel = "N", description = "processors, in fractions, for example 0.5")
    private @Nullable Double cpus;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "memory of all processes together, for example 256m")
    private @Nullable DataSize memory;

    @Option(
            names = "--disk",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "bytes that may be written, for example 1g")
    private @Nullable DataSize disk;

    @Option(
            names = "--bandwidth",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "bytes a second through the network, in each direction, for example 1m")
    private @Nullable DataSize bandwidth;

    @Option(names = "--processes", paramLabel = "N", description = "processes at once, for example 64")
    private @Nullable Integer processes;

    @Option(names = "--files", paramLabel = "N", description = "open files of a process, for example 256")
    private @Nullable Integer files;

    @Option(
            names = "--address-space",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "address space of a process, for example 2g")
    private @Nullable DataSize addressSpace;

    @Option(
            names = "--cpu-time",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "processor time of a process in whole seconds, for example 10s")
    private @Nullable Duration cpuTime;

    @Option(
            names = "--network",
            paramLabel = "NET",
            converter = Converters.Policy.class,
            description = "none, full, or the only hosts to reach: host1,host2")
    private @Nullable NetworkPolicy network;

    @Option(
            names = "--credential",
            paramLabel = "URL=VAR",
            description =
                    "adds the key in an environment variable to requests to a service, outside of the sandbox:"
                            + " https://api.example=API_KEY, or https://api.example=X-Api-Key:API_KEY; may be given several times")
    private List<String> credentials = new ArrayList<>();

    @Option(
            names = "--env",
            paramLabel = "K=V",
            converter = Converters.Pair.class,
            description = "an environment variable; may be given several times")
    private List<NameValue> env = new ArrayList<>();

    @Option(
            names = "--label",
            paramLabel = "K=V",
            converter = Converters.Pair.class,
            description = "a label to find the sandbox by; may be given several times")
    private List<NameValue> labels = new ArrayList<>();

    @Option(names = "--user", paramLabel = "U", description = "the user to run as, by name or number")
    private @Nullable String user;

    @Option(names = "--workdir", paramLabel = "DIR", description = "the directory that commands start in")
    private @Nullable String workdir;

    @Option(names = "--read-only-root", description = "let nothing but the workdir and /tmp be written")
    private boolean readOnlyRoot;

    /**
     * Returns what was given, as the source of settings that wins over all others.
     *
     * @throws IllegalArgumentException if a value is blank, which as a setting would be the same as none
     */
    ConfigSource settings() {
        Map<String, String> given = new HashMap<>();
        put(given, ConfigKey.PROVIDER, provider);
        put(given, ConfigKey.ISOLATION, isolation == null ? null : isolation.written());
        put(given, ConfigKey.IMAGE, image);
        put(given, ConfigKey.CPUS, cpus);
        put(given, ConfigKey.MEMORY, memory);
        put(given, ConfigKey.DISK, disk);
        put(given, ConfigKey.BANDWIDTH, bandwidth);
        put(given, ConfigKey.PROCESSES, processes);
        put(given, ConfigKey.FILES, files);
        put(given, ConfigKey.ADDRESS_SPACE, addressSpace);
        put(given, ConfigKey.CPU_TIME, cpuTime == null ? null : Durations.write(cpuTime));
        put(given, ConfigKey.USER, user);
        put(given, ConfigKey.WORKDIR, workdir);
        put(given, ConfigKey.READ_ONLY_ROOT, readOnlyRoot ? true : null);
        put(given, ConfigKey.NETWORK, network == null ? null : network.written());
        put(given, ConfigKey.CREDENTIALS, credentials.isEmpty() ? null : String.join(",", credentials));
        env.forEach(variable -> given.put("sandbox.env." + variable.name(), variable.value()));
        labels.forEach(label -> given.put("sandbox.label." + label.name(), label.value()));
        return ConfigSource.of("command line option for", given);
    }

    private static void put(Map<String, String> given, ConfigKey key, @Nullable Object value) {
        if (value == null) {
            return;
        }
        String text = value.toString();
        if (text.isBlank()) {
            throw new IllegalArgumentException("The option for " + key.key() + " must not be blank, but was '" + text
                    + "'; leave it out for the default");
        }
        given.put(key.key(), text);
    }
}
