package dev.sandboxed.network.internal;

import java.io.IOException;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Looks up, once, who adds credentials: a class path does not change. It is not made before it is needed. */
final class CredentialProxies {

    private static final Optional<ServiceLoader.Provider<CredentialProxy>> FOUND =
            ServiceLoader.load(CredentialProxy.class, CredentialProxies.class.getClassLoader()).stream()
                    .findFirst();

    private CredentialProxies() {}

    static boolean present() {
        return FOUND.isPresent();
    }

    /** Returns the one of the class path; throws {@link IOException} if there is none, or it cannot be made. */
    static CredentialProxy require() throws IOException {
        try {
            return FOUND.map(ServiceLoader.Provider::get)
                    .orElseThrow(
                            () -> new IOException("there is nothing that adds credentials; " + CredentialProxy.ADD));
        } catch (ServiceConfigurationError e) {
            throw new IOException("what adds credentials cannot be used: " + e.getMessage(), e);
        }
    }
}
