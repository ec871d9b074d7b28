package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import java.util.EnumSet;
import java.util.Set;

/** Declares what a virtual machine can do. */
final class MicrovmCapabilities {

    private MicrovmCapabilities() {}

    static Capabilities of(Kind kind) {
        Set<Capability> features = EnumSet.of(
                Capability.STREAMING,
                Capability.TERMINAL,
                Capability.USER,
                Capability.PAUSE,
                Capability.SNAPSHOT,
                Capability.SNAPSHOT_MEMORY,
                Capability.USAGE,
                Capability.CONNECT,
                Capability.IMAGE,
                Capability.READ_ONLY_ROOT,
                Capability.NETWORK_NONE,
                Capability.LIMIT_CPU,
                Capability.LIMIT_MEMORY,
                Capability.LIMIT_DISK,
                Capability.LIMIT_PIDS,
                Capability.LIMIT_FILES);
        return new Capabilities(Isolation.MICROVM, features, kind.requirements(), kind.typicalStart());
    }
}
