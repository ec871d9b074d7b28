package dev.sandboxed.core.internal.config;

import java.util.Arrays;
import java.util.List;

/**
 * The settings, each by its key.
 *
 * <p>A key is written as it is in system properties and in the file. In the environment it is in upper case with
 * underscores: {@code sandbox.stateDir} is {@code SANDBOX_STATE_DIR}. A blank value is the same as none.
 *
 * <p>Besides these there are {@code sandbox.env.NAME} and {@code sandbox.label.name} for variables and labels of sandboxes,
 * which the environment cannot give, and the providers' own settings, {@code sandbox.<provider>.<key>}, which each provider
 * documents.
 */
public enum ConfigKey {
    /** Where providers keep their files; by default {@code sandboxed-<user>} in the folder for temporary files. */
    STATE_DIR("sandbox.stateDir"),
    /**
     * Where programs are kept that were fetched; by default {@code sandboxed/tools} in the user's cache folder. Several are separated
     * by colons: all are searched, and the first gets what is fetched.
     */
    TOOLS_DIR("sandbox.toolsDir"),
    /** The only provider to use, or {@code auto}, the default, to choose the strongest that works. */
    PROVIDER("sandbox.provider"),
    /** The weakest isolation that is accepted; by default {@code process}, which accepts every provider. */
    ISOLATION("sandbox.isolation"),
    /** The root file system of sandboxes; by default the provider's own. */
    IMAGE("sandbox.image"),
    /** Processors of a sandbox, in fractions; by default no limit. */
    CPUS("sandbox.cpus"),
    /** Memory of a sandbox, as in {@code 256m}; by default no limit. */
    MEMORY("sandbox.memory"),
    /** Disk of a sandbox, as in {@code 1g}; by default no limit. */
    DISK("sandbox.disk"),
    /** Processes of a sandbox at once; by default no limit. */
    PROCESSES("sandbox.processes"),
    /** Opens files of each process; by default no limit. */
    FILES("sandbox.files"),
    /** Address space of each process, as in {@code 2g}; by default no limit. */
    ADDRESS_SPACE("sandbox.addressSpace"),
    /** Processor time of each process in whole seconds, as in {@code 10s}; by default no limit. */
    CPU_TIME("sandbox.cpuTime"),
    /** The user that commands run as, by name or number; by default the provider's own. */
    USER("sandbox.user"),
    /** The directory that commands start in, absolute; by default {@code /workspace}. */
    WORKDIR("sandbox.workdir"),
    /** Whether nothing but the workdir, {@code /tmp} and mounts can be written: {@code true} or {@code false}, the default. */
    READ_ONLY_ROOT("sandbox.readOnlyRoot"),
    /** {@code none}, {@code full}, or the only hosts to reach, separated by commas; by default the provider's own. */
    NETWORK("sandbox.network"),
    /** Ports of a sandbox that are reached from the host, separated by commas; by default none. */
    PORTS("sandbox.ports"),
    /** Bytes a second that go through the network of a sandbox in each direction, as in {@code 1m}; by default no limit. */
    BANDWIDTH("sandbox.bandwidth"),
    /**
     * Services whose requests get a key outside of the sandbox, each with the variable of this process's environment that has it:
     * {@code https://api.example=API_KEY}, separated by commas; by default none.
     */
    CREDENTIALS("sandbox.credentials"),
    /** How long a command may run unless it says otherwise, as in {@code 5s}; by default ten minutes. */
    TIMEOUT("sandbox.timeout"),
    /** What sandboxes are for: {@code any}, the default, {@code agent} or {@code service}. */
    WORKLOAD("sandbox.workload"),
    /** What to order providers by: {@code isolation}, the default, or {@code speed}. */
    PREFER("sandbox.prefer"),
    /** Where sandboxes run: {@code self-hosted}, the default, or {@code managed}, which asks a service first if there is a key. */
    DEPLOYMENT("sandbox.deployment"),
    /** What to do with a test when no provider will do: {@code fail}, the default, which beats every skip, or {@code skip}. */
    ON_UNAVAILABLE("sandbox.onUnavailable"),
    /** When to keep the files of a test's sandbox: {@code never}, the default, {@code on-failure} or {@code always}. */
    KEEP("sandbox.keep"),
    /** Where kept files go; by default {@code sandboxes-kept} in the working directory. */
    KEEP_DIR("sandbox.keepDir"),
    /** How much of a sandbox is kept at most, as in {@code 1g}, which is the default. */
    KEEP_SIZE("sandbox.keepSize"),
    /**
     * For how long the state of a test's sandbox is kept so that a shell can be opened in it, as in {@code 2h}; {@code 0} for not at all. By
     * default {@code 30m}, and on build servers not at all.
     */
    KEEP_FOR("sandbox.keepFor"),
    /** Which tests report the sandboxes they used: {@code always}, the default, or {@code on-failure}. */
    REPORT("sandbox.report"),
    /** When commands and their output are printed to standard error: {@code never}, the default, or {@code live}. */
    TRANSCRIPT("sandbox.transcript"),
    /** Where the page about a run of tests is written, with what it was made from; by default nowhere. */
    REPORT_DIR("sandbox.reportDir"),
    /** What tells the runs of one build from those of another, for their common page; by default the process that started them. */
    REPORT_BUILD("sandbox.reportBuild"),
    /** Whether sandboxes are made before tests ask for them: {@code on}, the default, or {@code off}. */
    POOL("sandbox.pool"),
    /** How many sandboxes are made ahead at most; by default what suits the machine. */
    POOL_AHEAD("sandbox.poolAhead"),
    /** How many sandboxes live at once at most, those in use included; by default no limit. */
    POOL_LIVE("sandbox.poolLive"),
    /** How long a sandbox waits to be used before it is destroyed, as in {@code 5m}; by default ten minutes. */
    POOL_IDLE("sandbox.poolIdle"),
    /** Where the pool is that this process shares with others, as {@code unix:/path}; by default it has one of its own. */
    POOL_SERVER("sandbox.poolServer"),
    /** What the shared pool wants to see. */
    POOL_TOKEN("sandbox.poolToken"),
    /** The file that has what the shared pool wants to see, and nothing else. */
    POOL_TOKEN_FILE("sandbox.poolTokenFile"),
    /** The file with more settings; by default {@code sandboxed.properties} in the working directory, if there is one. */
    CONFIG("sandbox.config");

    private final String key;

    ConfigKey(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(ConfigKey::key).toList();
    }
}
