package dev.sandboxed.linux.internal.cgroup;

import dev.sandboxed.api.capability.Capability;
import java.util.Locale;

/** What a control group can limit. */
enum Controller {
    CPU(Capability.LIMIT_CPU),
    MEMORY(Capability.LIMIT_MEMORY),
    PIDS(Capability.LIMIT_PIDS);

    private final Capability limit;

    Controller(Capability limit) {
        this.limit = limit;
    }

    /** Returns what may be claimed where it is in force. */
    Capability limit() {
        return limit;
    }

    /** Returns what the kernel calls it. */
    String written() {
        return name().toLowerCase(Locale.ROOT);
    }
}
