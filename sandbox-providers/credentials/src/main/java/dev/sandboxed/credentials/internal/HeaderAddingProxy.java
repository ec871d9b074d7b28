package dev.sandboxed.credentials.internal;

import dev.sandboxed.network.internal.CredentialProxy;
import java.io.IOException;
import java.util.List;
import okhttp3.tls.HandshakeCertificates;

/** Takes requests with Jetty, and passes them on with OkHttp and the headers of the credentials. */
public final class HeaderAddingProxy implements CredentialProxy {

    private final HandshakeCertificates trust;

    /** Creates one that trusts the services that this JVM trusts. */
    public HeaderAddingProxy() {
        this(new HandshakeCertificates.Builder()
                .addPlatformTrustedCertificates()
                .build());
    }

    /** Creates one that trusts other services. */
    HeaderAddingProxy(HandshakeCertificates trust) {
        this.trust = trust;
    }

    @Override
    public AutoCloseable open(List<Door> doors) throws IOException {
        return ProxyServer.start(doors, trust);
    }

    @Override
    public String trusted() throws IOException {
        return OwnAuthority.trusted();
    }
}
