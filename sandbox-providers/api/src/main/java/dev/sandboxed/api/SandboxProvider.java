package dev.sandboxed.api;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.List;
import java.util.Optional;

/**
 * Makes sandboxes of one kind. Safe from several threads.
 *
 * <p>For implementors: {@link dev.sandboxed.api.spi.AbstractSandboxProvider} holds what is the same for all. The promises
 * are written down in the provider contract, and the conformance kit checks them.
 */
public interface SandboxProvider extends AutoCloseable {

    /** Returns the name: stable, lower case, unique. */
    String name();

    /** Declares what works on this host now. Never more than what is enforced. */
    Capabilities capabilities();

    /** Finds out by trying whether it works on this host now. Answers within a second and changes nothing. */
    ProviderStatus status();

    /**
     * Measures what the host of its sandboxes has to spare at this moment; empty where it cannot tell. Answers within a second
     * and changes nothing.
     */
    default Optional<Headroom> headroom() {
        return Optional.empty();
    }

    /**
     * Creates a sandbox that runs a command at once.
     *
     * @throws UnsupportedCapabilityException if the spec asks for what is not declared; nothing was started
     * @throws dev.sandboxed.api.error.ProviderUnavailableException if the runtime is missing, stopped or forbidden
     * @throws dev.sandboxed.api.error.SandboxStartException if it failed or took longer than the spec allows; nothing is
     *     left behind
     */
    Sandbox create(SandboxSpec spec);

    /** Lists live sandboxes of this kind, those of other processes included where the runtime knows them. */
    List<SandboxInfo> list();

    /** Removes what dead owners left behind, and nothing else. */
    ReapReport reap();

    /**
     * Removes what it keeps only so that later sandboxes start sooner. Sandboxes that live are not touched, and what was removed is
     * made again when it is needed.
     */
    default ReapReport clean() {
        return new ReapReport(List.of(), List.of());
    }

    /**
     * Returns another handle on a live sandbox; needs {@code CONNECT}.
     *
     * @throws dev.sandboxed.api.error.SandboxNotFoundException if there is none with that id
     */
    default Sandbox connect(String id) {
        throw UnsupportedCapabilityException.of(Capability.CONNECT, name());
    }

    /** Returns the snapshots it keeps; needs {@code SNAPSHOT}. */
    default Snapshots snapshots() {
        throw UnsupportedCapabilityException.of(Capability.SNAPSHOT, name());
    }

    /** Destroys every sandbox made through this object and let go of everything. Closing twice is fine. */
    @Override
    void close();
}
