package dev.sandboxed.provider.docker.internal.container;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.linux.internal.host.GvisorKernel;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import dev.sandboxed.provider.docker.internal.engine.EngineInfo;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How strongly a runtime keeps containers apart: what its name promises, and what is really in force.
 *
 * @param runtime the runtime's name; nothing for the engine's default
 * @param promised the level that containers must have
 */
public record Confinement(@Nullable String runtime, Isolation promised) {

    /**
     * Finds out what a runtime promises.
     *
     * @param named the runtime that was asked for, or nothing for the engine's default
     * @throws SandboxStartException if the engine does not know it
     */
    public static Confinement of(@Nullable String named, EngineInfo engine) {
        String runtime = named == null ? engine.defaultRuntime() : named;
        if (named != null && !engine.runtimes().containsKey(named)) {
            throw new SandboxStartException(Fault.of("The engine knows no runtime '" + named + "', but "
                            + new TreeSet<>(engine.runtimes().keySet()))
                    .provider(EngineFaults.PROVIDER)
                    .remedy("register it in /etc/docker/daemon.json (\"runtimes\"), restart the engine, or leave the"
                            + " option or setting 'runtime' out"));
        }
        return new Confinement(named, promise(runtime, engine.runtimes().getOrDefault(runtime, "")));
    }

    /**
     * Requires that it keeps containers apart as strongly as what the provider declares.
     *
     * @throws SandboxStartException if it does not
     */
    public Confinement noWeakerThan(Confinement declared) {
        if (!promised.atLeast(declared.promised)) {
            throw new SandboxStartException(
                    Fault.of("The option 'runtime' names " + name() + ", which is "
                                    + promised.written() + " only, but the provider declares "
                                    + declared.promised.written() + ", the level of " + declared.name())
                            .provider(EngineFaults.PROVIDER)
                            .remedy(
                                    "leave the option out; or set sandbox.docker.runtime=" + runtime
                                            + ", whereupon the provider declares less, and name the stronger runtime where it is needed"));
        }
        return this;
    }

    private String name() {
        return runtime == null ? "the engine's default runtime" : "the runtime '" + runtime + "'";
    }

    /** Returns whether containers can have a network: gVisor's may be told to give them none. */
    public boolean hasNetwork(EngineInfo engine) {
        return !commandLine(engine).contains("--network=none");
    }

    /**
     * Returns whether a container's filter of system calls holds inside. A kernel of its own answers the calls there, and does on
     * the host what it is asked for; gVisor can be told to look at the filter, too.
     */
    public boolean keepsFilter(EngineInfo engine) {
        return switch (promised) {
            case USERSPACE_KERNEL ->
                commandLine(engine).contains("--oci-seccomp")
                        && !commandLine(engine).contains("--oci-seccomp=false");
            case MICROVM -> false;
            default -> true;
        };
    }

    private String commandLine(EngineInfo engine) {
        return engine.runtimes().getOrDefault(runtime == null ? engine.defaultRuntime() : runtime, "");
    }

    /** Returns whether the kernel inside is the host's, which counts the processes there, and tells them of itself. */
    public boolean sharesKernel() {
        return !promised.atLeast(Isolation.USERSPACE_KERNEL);
    }

    private static Isolation promise(String name, String path) {
        String program = path.split(" ", 2)[0];
        String words = (name + " " + program.substring(program.lastIndexOf('/') + 1)).toLowerCase(Locale.ROOT);
        if (words.contains("kata")) {
            return Isolation.MICROVM;
        }
        return words.contains("runsc") || words.contains("gvisor") ? Isolation.USERSPACE_KERNEL : Isolation.CONTAINER;
    }

    /**
     * Compares the promise with what the kernel inside says of itself.
     *
     * @param inside the text of {@code /proc/version} inside
     * @return the level in force
     * @throws SandboxStartException if it is weaker than promised
     */
    public Isolation verify(String inside, EngineInfo engine) {
        Isolation inForce = inForce(inside, engine.machine().kernel());
        if (!inForce.atLeast(promised)) {
            throw new SandboxStartException(Fault.of("What " + name() + " promises is isolation " + promised.written()
                            + ", but the kernel inside says '" + inside + "', and that is " + inForce.written())
                    .provider(EngineFaults.PROVIDER)
                    .remedy("look at the runtime's entry in /etc/docker/daemon.json: it runs something else"));
        }
        return promised;
    }

    /** A kernel that is neither the engine's nor gVisor's is that of a machine of its own. */
    private static Isolation inForce(String inside, String kernelOfEngine) {
        if (GvisorKernel.says(inside)) {
            return Isolation.USERSPACE_KERNEL;
        }
        boolean shared = inside.isBlank() || kernelOfEngine.isEmpty() || inside.contains(" " + kernelOfEngine + " ");
        return shared ? Isolation.CONTAINER : Isolation.MICROVM;
    }
}
