package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.provider.remote.internal.e2b.settings.ServiceSettings;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How strongly the service isolates. Nobody outside can prove it; but what has a kernel of its own does not have the boot of this
 * host, and that is looked up inside of each sandbox.
 *
 * @param isolation the level that the service promises
 */
record Promise(Isolation isolation) {

    /** The setting that says it for a service other than E2B's own. */
    static final String SETTING = "isolation";

    /**
     * Returns what the settings promise: a machine of its own, but nothing for the one sandbox of a developer.
     *
     * @throws IllegalArgumentException if there is no such level
     */
    static Promise of(Map<String, String> settings, ServiceSettings service) {
        String written = settings.getOrDefault(SETTING, "").strip();
        if (written.isEmpty()) {
            return new Promise(service.debug() ? Isolation.PROCESS : Isolation.MICROVM);
        }
        try {
            return new Promise(Isolation.parse(written));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "sandbox.e2b." + SETTING + " is '" + written + "'; give one of "
                            + Arrays.stream(Isolation.values())
                                    .map(level -> level.name().toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining(", ")),
                    e);
        }
    }

    /**
     * Looks inside.
     *
     * @param kernel what the kernel inside says of itself
     * @throws SandboxStartException if what is there cannot be what was promised
     */
    void verify(String kernel, GuestCommands commands, Function<String, Fault> fault) {
        if (!isolation.atLeast(Isolation.USERSPACE_KERNEL)) {
            return;
        }
        String boot = GuestScript.BOOT.run(commands);
        if (!boot.isEmpty() && boot.equals(ProcessWorld.current().boot())) {
            throw new SandboxStartException(fault.apply("The service promises "
                            + isolation.name().toLowerCase(Locale.ROOT) + ", but its sandbox runs on the kernel of this"
                            + " very host: " + kernel.strip())
                    .remedy("say what it really gives, for example sandbox.e2b." + SETTING + "=namespace"));
        }
    }
}
