package dev.sandboxed.provider.docker.internal.engine;

import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.core.LocalDirectorySSLConfig;
import com.github.dockerjava.transport.SSLConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * Proves who is who with the files that docker keeps: {@code ca.pem}, {@code cert.pem} and {@code key.pem}.
 *
 * @param folder where they are
 */
public record TlsMaterial(Path folder) {

    private static final List<String> FILES = List.of("ca.pem", "cert.pem", "key.pem");

    /** For sockets, which have no TLS: without any, the transport would load all certificates of the JVM for nothing. */
    static final SSLConfig UNUSED = () -> SSLContext.getInstance("TLS");

    /**
     * Makes what opens connections with it.
     *
     * @throws SSLException if a file is missing or cannot be used
     */
    public SSLContext context() throws SSLException {
        for (String name : FILES) {
            // Without this, the library would go on without TLS when one of them is missing.
            if (!Files.isReadable(folder.resolve(name))) {
                throw new SSLException("'" + folder.resolve(name) + "' is missing or cannot be read");
            }
        }
        try {
            SSLContext context = config().getSSLContext();
            if (context == null) {
                throw new SSLException("the certificates in '" + folder + "' cannot be used");
            }
            return context;
        } catch (DockerClientException e) {
            throw new SSLException("the certificates in '" + folder + "' cannot be used: " + e.getMessage(), e);
        }
    }

    private LocalDirectorySSLConfig config() {
        return new LocalDirectorySSLConfig(folder.toString());
    }

    /** Returns it as the transport wants it, checked already. */
    SSLConfig forTransport() throws SSLException {
        SSLContext context = context();
        return () -> context;
    }
}
