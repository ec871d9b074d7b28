package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.error.SandboxException;
import java.util.List;

/** Turns what a provider threw into the reason it was not taken. */
final class Rejections {

    private Rejections() {}

    static List<Rejection> of(String provider, SandboxException failure) {
        if (failure instanceof NoProviderException none) {
            return none.attempts();
        }
        return List.of(new Rejection(
                provider, reason(provider, failure), failure.remedy().orElse("")));
    }

    /** The subject of the sentence is the rejection's own field. */
    private static String reason(String provider, SandboxException failure) {
        String subject = "Provider '" + provider + "'";
        return failure.what().startsWith(subject)
                ? failure.what().substring(subject.length()).replaceFirst("^:? ", "")
                : failure.what();
    }
}
