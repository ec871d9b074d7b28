package dev.sandboxed.api;

import java.util.Map;

/** Whether a provider can work on this host now, found out by trying. */
public sealed interface ProviderStatus {

    default boolean isAvailable() {
        return this instanceof Available;
    }

    /**
     * It works.
     *
     * @param version version of the runtime
     * @param details what else was found out, for people
     */
    record Available(String version, Map<String, String> details) implements ProviderStatus {
        public Available {
            details = Map.copyOf(details);
        }
    }

    /**
     * It does not work.
     *
     * @param reason what was tried and what came of it
     * @param remedy what to do, a command that can be pasted where possible; empty when nothing helps on this host
     */
    record Unavailable(String reason, String remedy) implements ProviderStatus {}
}
