package dev.sandboxed.provider.oci.bundle;

import dev.sandboxed.api.capability.Isolation;
import java.util.List;

/** The runtimes that are driven here. What differs between them is asked of them by these names. */
public enum Kind {
    /** Containers of the host's kernel, by runc, or by crun where there is no runc. */
    RUNC("runc", Isolation.CONTAINER, "runc crun"),
    /** Containers with a kernel in user space between them and the host's, by runsc. */
    GVISOR("gvisor", Isolation.USERSPACE_KERNEL, "runsc");

    private final String provider;
    private final Isolation isolation;
    private final String programs;

    Kind(String provider, Isolation isolation, String programs) {
        this.provider = provider;
        this.isolation = isolation;
        this.programs = programs;
    }

    /** Name the provider. */
    public String provider() {
        return provider;
    }

    public Isolation isolation() {
        return isolation;
    }

    /** Name the programs that can run it, the one to prefer first. */
    public List<String> programs() {
        return List.of(programs.split(" "));
    }

    /** Tell whether a user without rights gets containers from it, without control groups and so without limits. */
    public boolean worksWithoutRoot() {
        return this == GVISOR;
    }

    /** Tell whether processes inside are processes of the host's kernel: it mounts for them, counts and filters them. */
    public boolean sharesKernel() {
        return this == RUNC;
    }
}
