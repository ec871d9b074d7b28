package dev.sandboxed.serve.internal.e2b.fleet;

import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.serve.internal.web.HttpError;
import java.util.function.Supplier;

/** What is answered when a provider cannot do what was asked for. */
final class Failures {

    private Failures() {}

    /** Does something with a provider; its exceptions become errors of the service. */
    static <T> T answered(Supplier<T> work) throws HttpError {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw new HttpError(400, String.valueOf(e.getMessage()));
        } catch (SandboxException e) {
            throw of(e);
        }
    }

    private static HttpError of(SandboxException failure) {
        if (failure instanceof UnsupportedCapabilityException) {
            return new HttpError(400, failure.what());
        }
        if (failure instanceof SandboxDestroyedException) {
            return new HttpError(404, failure.what());
        }
        return failure instanceof ProviderUnavailableException
                ? new HttpError(503, failure.what(), "sandbox_capacity_unavailable")
                : new HttpError(500, failure.what(), "sandbox_create_failed");
    }
}
