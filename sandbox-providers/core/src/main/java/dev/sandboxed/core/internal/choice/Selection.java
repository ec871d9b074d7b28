package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.Rejection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The provider that was chosen, and why not another.
 *
 * @param provider the provider
 * @param capabilities what it declared when it was chosen
 * @param status what it answered when it was chosen
 * @param rejections those that came before it in the chain and were passed over, in that order
 */
public record Selection(
        SandboxProvider provider,
        Capabilities capabilities,
        ProviderStatus.Available status,
        List<Rejection> rejections) {

    public Selection {
        rejections = List.copyOf(rejections);
    }

    /** Returns the choice in one line. */
    public String describe() {
        String chosen = provider.name() + " " + status.version() + ", isolation "
                + capabilities.isolation().written();
        return rejections.isEmpty()
                ? chosen
                : chosen + "; passed over: "
                        + rejections.stream().map(Rejection::toString).collect(Collectors.joining("; "));
    }

    Selection after(List<Rejection> earlier) {
        return new Selection(provider, capabilities, status, earlier);
    }
}
