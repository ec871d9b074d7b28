package dev.sandboxed.api.error;

import java.io.Serializable;
import java.util.Objects;

/**
 * Says why a provider was not taken, and what would change that.
 *
 * @param provider name of the provider
 * @param reason why it was skipped or failed
 * @param remedy what to do so that it could be taken; empty when nothing can be done on this host
 */
public record Rejection(String provider, String reason, String remedy) implements Serializable {

    public Rejection {
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(remedy, "remedy");
    }

    @Override
    public String toString() {
        return provider + ": " + reason + (remedy.isEmpty() ? "" : " (remedy: " + remedy + ")");
    }
}
