package dev.sandboxed.credentials.internal;

import dev.sandboxed.network.internal.CredentialProxy;
import java.io.IOException;
import java.util.List;
import javax.net.ssl.X509TrustManager;

/** Takes requests with Jetty, and passes them on with OkHttp and the headers of the credentials. */
public final class HeaderAddingProxy implements CredentialProxy {

    /** Services are trusted that this JVM trusts; its trust store is not read before it is needed. */
    @Override
    public AutoCloseable open(List<Door> doors) throws IOException {
        return open(doors, OwnAuthority.trustOfJvm());
    }

    /** Begins to take requests for services that somebody else trusts; throws {@link IOException} if that cannot be. */
    static AutoCloseable open(List<Door> doors, X509TrustManager trust) throws IOException {
        return ProxyServer.start(doors, trust);
    }

    @Override
    public String trusted() throws IOException {
        return OwnAuthority.ofJvm().trusted();
    }
}
