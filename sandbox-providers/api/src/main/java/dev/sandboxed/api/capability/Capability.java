package dev.sandboxed.api.capability;

/**
 * Something that not every provider can do.
 *
 * <p>Each constant names what it governs. Asking for any of it from a provider that does not declare the capability throws
 * {@link UnsupportedCapabilityException} before anything starts.
 *
 * <p>Whatever a later version of this API adds is governed by a new constant. A provider built against an older version
 * cannot declare a constant it never knew, and so the new thing is reported as not supported instead of being ignored.
 */
public enum Capability {
    /** Live output and input of a running command: {@code Sandbox.start}. */
    STREAMING(1),
    /** A pseudo terminal: {@code Sandbox.terminal}. */
    TERMINAL(1),
    /** Another user for commands: {@code SandboxSpec.user} and {@code Command.user}. */
    USER(1),
    /** Stop and continue everything inside: {@code Sandbox.stop} and {@code Sandbox.resume}. */
    PAUSE(1),
    /** Saves and restores files: {@code Sandbox.snapshot} and {@code SandboxProvider.snapshots}. */
    SNAPSHOT(1),
    /** Saves processes and their memory with the files: {@code SnapshotOptions.memory}; goes with {@code SNAPSHOT}. */
    SNAPSHOT_MEMORY(1),
    /** Resource usage: {@code Sandbox.usage}. */
    USAGE(1),
    /** A second handle on a live sandbox: {@code SandboxProvider.connect}. */
    CONNECT(1),
    /** A root file system of one's choice: {@code SandboxSpec.image}. */
    IMAGE(1),
    /** Folders of the host inside the sandbox: {@code SandboxSpec.mounts}. */
    MOUNTS(1),
    /** A root file system that cannot be written outside the workdir: {@code SandboxSpec.readOnlyRoot}. */
    READ_ONLY_ROOT(1),
    /** No network at all, enforced: {@code Network.NONE}. */
    NETWORK_NONE(1),
    /** The host's whole network: {@code Network.FULL}. */
    NETWORK_FULL(1),
    /** Only named hosts: {@code Network.ALLOW_LIST}. */
    NETWORK_ALLOWLIST(1),
    /** What was tried: {@code Sandbox.networkAttempts}. */
    NETWORK_LOG(1),
    /** Headers that requests get outside of the sandbox: {@code SandboxSpec.credentials}. */
    NETWORK_CREDENTIALS(1),
    /** Ports of the sandbox reachable from the host: {@code NetworkPolicy.exposedPorts} and {@code Sandbox.endpoint}. */
    PORTS(1),
    /** A share of the processors: {@code Limits.cpus}. */
    LIMIT_CPU(1),
    /** Memory of the whole sandbox: {@code Limits.memory}. */
    LIMIT_MEMORY(1),
    /** Bytes on disk: {@code Limits.disk}. */
    LIMIT_DISK(1),
    /** Processes at once: {@code Limits.processes}. */
    LIMIT_PIDS(1),
    /** Opens files of a process: {@code Limits.openFiles}. */
    LIMIT_FILES(1),
    /** Network traffic: {@code Limits.bandwidth}. */
    LIMIT_BANDWIDTH(1),
    /** Address space of a process: {@code Limits.addressSpace}. */
    LIMIT_ADDRESS_SPACE(1),
    /** Processor time of a process: {@code Limits.cpuTime}. */
    LIMIT_CPU_TIME(1);

    private final int since;

    Capability(int since) {
        this.since = since;
    }

    /** Returns the first version of the API that knew this capability. */
    public int since() {
        return since;
    }
}
