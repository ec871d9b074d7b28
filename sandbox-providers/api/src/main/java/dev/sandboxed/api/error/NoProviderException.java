package dev.sandboxed.api.error;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown when every provider was rejected; the message and {@link #attempts()} give reason and remedy for each. */
public final class NoProviderException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final Rejection[] attempts;

    public NoProviderException(String asked, List<Rejection> attempts) {
        super("no-provider", Fault.of(describe(asked, attempts)));
        this.attempts = attempts.toArray(new Rejection[0]);
    }

    /** Lists every provider that was considered, in the order it was, with its reason and remedy. */
    public List<Rejection> attempts() {
        return List.of(attempts);
    }

    private static String describe(String asked, List<Rejection> attempts) {
        if (attempts.isEmpty()) {
            return "No provider for " + asked + ": no provider is on the class path"
                    + "\n  remedy: add a provider module, for example dev.sandboxed:sandbox-provider-local";
        }
        return attempts.stream()
                .map(Rejection::toString)
                .collect(Collectors.joining("\n  - ", "No provider for " + asked + ":\n  - ", ""));
    }
}
