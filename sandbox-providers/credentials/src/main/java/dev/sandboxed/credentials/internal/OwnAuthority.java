package dev.sandboxed.credentials.internal;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/**
 * Signs certificates for the services that sandboxes reach with credentials. Its key is made when it is first needed, never leaves
 * the memory of this JVM, and is gone with it; whoever is told to trust it is a sandbox of this JVM.
 */
final class OwnAuthority {

    private static final long DAYS = 30;

    private static final class Key {
        static final HeldCertificate HELD = new HeldCertificate.Builder()
                .certificateAuthority(0)
                .commonName("Sandboxed, for the sandboxes of one JVM")
                .duration(DAYS, TimeUnit.DAYS)
                .build();

        private Key() {}
    }

    private OwnAuthority() {}

    /** Returns what answers for a host over TLS. */
    static SSLContext contextFor(String host) {
        HeldCertificate certificate = new HeldCertificate.Builder()
                .signedBy(Key.HELD)
                .commonName(host)
                .addSubjectAlternativeName(host)
                .duration(DAYS, TimeUnit.DAYS)
                .build();
        return new HandshakeCertificates.Builder()
                .heldCertificate(certificate)
                .build()
                .sslContext();
    }

    /** Returns the certificates that this JVM trusts, and our own, as PEM; throws {@link IOException} if they cannot be read. */
    static String trusted() throws IOException {
        StringBuilder all = new StringBuilder();
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            for (TrustManager manager : factory.getTrustManagers()) {
                if (manager instanceof X509TrustManager x509) {
                    for (X509Certificate certificate : x509.getAcceptedIssuers()) {
                        append(all, certificate.getEncoded());
                    }
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates that this JVM trusts cannot be read: " + e.getMessage(), e);
        }
        return all.append(Key.HELD.certificatePem()).toString();
    }

    private static void append(StringBuilder all, byte[] certificate) {
        all.append("-----BEGIN CERTIFICATE-----\n")
                .append(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate))
                .append("\n-----END CERTIFICATE-----\n");
    }
}
