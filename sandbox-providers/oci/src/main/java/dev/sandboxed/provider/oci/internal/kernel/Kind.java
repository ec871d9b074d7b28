package dev.sandboxed.provider.oci.internal.kernel;

import dev.sandboxed.api.capability.Isolation;
import java.time.Duration;
import java.util.List;

/** The runtimes that are driven here. Whatever differs in how they do it is done by their {@link #kernel}. */
public enum Kind {
    /** Containers of the host's kernel, by runc, or by crun where there is no runc. */
    RUNC("runc", Isolation.CONTAINER, "runc crun", Duration.ofMillis(60), false) {
        @Override
        public ContainerKernel kernel() {
            return new HostKernel();
        }
    },
    /** Containers with a kernel in user space between them and the host's, by runsc. */
    GVISOR("gvisor", Isolation.USERSPACE_KERNEL, "runsc", Duration.ofMillis(250), true) {
        @Override
        public ContainerKernel kernel() {
            return new UserspaceKernel();
        }
    };

    private final String provider;
    private final Isolation isolation;
    private final String programs;
    private final Duration typicalStart;
    private final boolean worksWithoutRoot;

    Kind(String provider, Isolation isolation, String programs, Duration typicalStart, boolean worksWithoutRoot) {
        this.provider = provider;
        this.isolation = isolation;
        this.programs = programs;
        this.typicalStart = typicalStart;
        this.worksWithoutRoot = worksWithoutRoot;
    }

    /** Returns the name of the provider. */
    public String provider() {
        return provider;
    }

    public Isolation isolation() {
        return isolation;
    }

    /** Returns the programs that can run it, the one to prefer first. */
    public List<String> programs() {
        return List.of(programs.split(" "));
    }

    /** Returns how long it usually takes to start a container. */
    public Duration typicalStart() {
        return typicalStart;
    }

    /** Returns whether a user without rights gets containers from it, without control groups and so without limits. */
    public boolean worksWithoutRoot() {
        return worksWithoutRoot;
    }

    /** Returns the kernel that processes in its containers run on. */
    public abstract ContainerKernel kernel();
}
