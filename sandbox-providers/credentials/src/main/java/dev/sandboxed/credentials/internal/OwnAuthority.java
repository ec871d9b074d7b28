package dev.sandboxed.credentials.internal;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Signs certificates for the services that sandboxes reach with credentials. Its key is made when it is first needed, never leaves
 * the memory of this JVM, and is gone with it; whoever is told to trust it is a sandbox of this JVM. The certificates say all that
 * a strict reader wants: what their keys are for, and by which key they were signed.
 */
final class OwnAuthority {

    private static final X500Name NAME = new X500Name("CN=Sandboxed, O=for the sandboxes of one JVM");
    /** Servers live long. */
    private static final Duration OWN_LIFE = Duration.ofDays(3_650);

    private static final Duration LIFE = Duration.ofDays(30);
    /** Clocks inside may be behind. */
    private static final Duration BEFORE = Duration.ofDays(1);

    private static final char[] NO_PASSWORD = {};

    private static final SecureRandom RANDOM = new SecureRandom();

    private final PrivateKey key;
    private final X509Certificate certificate;

    private static final class Own {
        static final OwnAuthority OF_JVM = create();

        private Own() {}
    }

    private OwnAuthority(PrivateKey key, X509Certificate certificate) {
        this.key = key;
        this.certificate = certificate;
    }

    /** Returns the one of this JVM. */
    static OwnAuthority ofJvm() {
        return Own.OF_JVM;
    }

    private static OwnAuthority create() {
        try {
            KeyPair keys = newKeys();
            X509v3CertificateBuilder builder = begin(NAME, keys.getPublic(), OWN_LIFE)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            return new OwnAuthority(keys.getPrivate(), signed(builder, keys.getPrivate()));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("This JVM can make no certificates: " + e.getMessage(), e);
        }
    }

    private static KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
        return generator.generateKeyPair();
    }

    private static X509v3CertificateBuilder begin(X500Name subject, PublicKey key, Duration life)
            throws GeneralSecurityException, IOException {
        Instant now = Instant.now();
        return new JcaX509v3CertificateBuilder(
                        NAME,
                        new BigInteger(120, RANDOM).setBit(119),
                        Date.from(now.minus(BEFORE)),
                        Date.from(now.plus(life)),
                        subject,
                        key)
                .addExtension(
                        Extension.subjectKeyIdentifier,
                        false,
                        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key));
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException, IOException {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
        } catch (OperatorCreationException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns what answers for a host over TLS; throws {@link IOException} if this JVM cannot make it. */
    SSLContext contextFor(String host) throws IOException {
        try {
            KeyPair keys = newKeys();
            X509v3CertificateBuilder builder = begin(new X500Name("CN=Sandboxed"), keys.getPublic(), LIFE)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(
                            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(certificate))
                    .addExtension(
                            Extension.subjectAlternativeName,
                            true,
                            new GeneralNames(new GeneralName(GeneralName.dNSName, host)));
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry(
                    "service", keys.getPrivate(), NO_PASSWORD, new Certificate[] {signed(builder, key), certificate});
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, RANDOM);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("no certificate for " + host + " can be made: " + e.getMessage(), e);
        }
    }

    /** Returns the certificates that this JVM trusts, and our own, as PEM; throws {@link IOException} if they cannot be read. */
    String trusted() throws IOException {
        StringBuilder all = new StringBuilder();
        try {
            for (X509Certificate trusted : trustOfJvm().getAcceptedIssuers()) {
                append(all, trusted);
            }
            append(all, certificate);
            return all.toString();
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates that this JVM trusts cannot be written: " + e.getMessage(), e);
        }
    }

    /** Returns who decides for this JVM whom it trusts; throws {@link IOException} if its trust store cannot be read. */
    static X509TrustManager trustOfJvm() throws IOException {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            return List.of(factory.getTrustManagers()).stream()
                    .filter(X509TrustManager.class::isInstance)
                    .map(X509TrustManager.class::cast)
                    .findFirst()
                    .orElseThrow(() -> new IOException("this JVM has nobody who decides whom it trusts"));
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates that this JVM trusts cannot be read: " + e.getMessage(), e);
        }
    }

    private static void append(StringBuilder all, X509Certificate certificate) throws GeneralSecurityException {
        all.append("-----BEGIN CERTIFICATE-----\n")
                .append(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded()))
                .append("\n-----END CERTIFICATE-----\n");
    }
}
