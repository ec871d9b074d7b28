package dev.sandboxed.provider.oci.internal.kernel;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.provision.Requirement.Program;
import java.time.Duration;
import java.util.List;

/** The runtimes that are driven here. Whatever differs in how they do it is done by their {@link #kernel}. */
public enum Kind {
    /** Containers of the host's kernel, by runc, or by crun where there is no runc. */
    RUNC("runc", Isolation.CONTAINER, Duration.ofMillis(60), false) {
        @Override
        public Program program() {
            return RuntimeSources.runc();
        }

        @Override
        public ContainerKernel kernel() {
            return new HostKernel();
        }
    },
    /** Containers with a kernel in user space between them and the host's, by runsc. */
    GVISOR("gvisor", Isolation.USERSPACE_KERNEL, Duration.ofMillis(250), true) {
        @Override
        public Program program() {
            return RuntimeSources.runsc();
        }

        @Override
        public ContainerKernel kernel() {
            return new UserspaceKernel();
        }
    };

    private final String provider;
    private final Isolation isolation;
    private final Duration typicalStart;
    private final boolean worksWithoutRoot;

    Kind(String provider, Isolation isolation, Duration typicalStart, boolean worksWithoutRoot) {
        this.provider = provider;
        this.isolation = isolation;
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

    /** Returns the program that runs it, and where that can come from. */
    public abstract Program program();

    /** Returns the programs that can run it, the one to prefer first. */
    public List<String> programs() {
        return program().names();
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
