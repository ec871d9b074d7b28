package dev.sandboxed.credentials.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnAuthorityTests {

    private static final String SUBJECT_KEY = "2.5.29.14";
    private static final int SIGNING_OF_CERTIFICATES = 5;

    /** Without them readers such as Python 3.13 take the certificate for none. */
    @Test
    void itSaysWhatItsKeyIsForAndWhichItIs() throws Exception {
        X509Certificate own = certificates().get(certificates().size() - 1);

        assertThat(own.getSubjectX500Principal().getName()).contains("CN=Sandboxed");
        assertThat(own.getBasicConstraints()).isZero();
        assertThat(own.getKeyUsage()[SIGNING_OF_CERTIFICATES]).isTrue();
        assertThat(own.getExtensionValue(SUBJECT_KEY)).isNotNull();
    }

    @Test
    void itOutlivesAServer() throws Exception {
        X509Certificate own = certificates().get(certificates().size() - 1);

        assertThat(own.getNotAfter().toInstant()).isAfter(Instant.now().plus(Duration.ofDays(365)));
        assertThat(own.getNotBefore().toInstant()).isBefore(Instant.now());
    }

    private static List<X509Certificate> certificates() throws Exception {
        String pem = OwnAuthority.ofJvm().trusted();
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(UTF_8)))
                .stream()
                .map(X509Certificate.class::cast)
                .toList();
    }
}
