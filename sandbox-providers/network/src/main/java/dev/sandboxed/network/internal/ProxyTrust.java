package dev.sandboxed.network.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.SeedFile;
import java.io.IOException;
import java.util.List;

/**
 * Lets the programs of a sandbox trust the certificates of the proxy that adds credentials: a file with them, and the variables
 * by which most programs are told of such a file.
 */
public final class ProxyTrust {

    /** Where the file is inside: temporary folders can be written in every sandbox. */
    static final String FILE = "/tmp/.sandboxed/trusted.pem";

    /** OpenSSL and what is built with it, curl, Python's requests and pip, Node.js, git, Deno, and the tools of AWS. */
    static final List<String> VARIABLES = List.of(
            "SSL_CERT_FILE",
            "CURL_CA_BUNDLE",
            "REQUESTS_CA_BUNDLE",
            "PIP_CERT",
            "NODE_EXTRA_CA_CERTS",
            "GIT_SSL_CAINFO",
            "DENO_CERT",
            "AWS_CA_BUNDLE");

    private ProxyTrust() {}

    /**
     * Returns a spec with the file and the variables, as far as it does not set them itself; the same spec if no service is
     * reached over TLS with credentials.
     *
     * @throws SandboxStartException if the certificates of this host cannot be read
     */
    public static SandboxSpec completed(SandboxSpec spec) {
        if (spec.credentials().stream().noneMatch(Credential::isEncrypted)) {
            return spec;
        }
        SandboxSpecBuilder builder = spec.toBuilder();
        for (String variable : VARIABLES) {
            if (!spec.env().containsKey(variable) && !spec.secrets().containsKey(variable)) {
                builder.env(variable, FILE);
            }
        }
        return builder.seed(SeedFile.text(FILE, trusted())).build();
    }

    private static String trusted() {
        try {
            return CredentialProxies.require().trusted();
        } catch (IOException e) {
            throw new SandboxStartException(
                    Fault.of("The certificates that a sandbox should trust cannot be put together: " + e.getMessage())
                            .remedy("look at the trust store of this JVM (javax.net.ssl.trustStore)")
                            .cause(e));
        }
    }
}
