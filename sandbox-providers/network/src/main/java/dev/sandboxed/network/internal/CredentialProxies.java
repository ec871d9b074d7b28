package dev.sandboxed.network.internal;

import java.io.IOException;
import java.util.Optional;
import java.util.ServiceLoader;

/** Looks up, once, who adds credentials: a class path does not change. */
final class CredentialProxies {

    private static final Optional<CredentialProxy> FOUND = ServiceLoader.load(
                    CredentialProxy.class, CredentialProxies.class.getClassLoader())
            .findFirst();

    private CredentialProxies() {}

    static boolean present() {
        return FOUND.isPresent();
    }

    /** Returns the one of the class path; throws {@link IOException} if there is none. */
    static CredentialProxy require() throws IOException {
        return FOUND.orElseThrow(
                () -> new IOException("there is nothing that adds credentials; " + CredentialProxy.ADD));
    }
}
