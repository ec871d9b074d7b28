package dev.sandboxed.provider.kubernetes.internal.cluster;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a pod is given that may speak with its cluster.
 *
 * @param provider the name of the provider, for errors
 * @param folder where the token, the certificate of the API server and the namespace are
 */
record PodAccount(String provider, Path folder) {

    /** Where a cluster puts it. */
    static final Path USUAL = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /** Returns whether this program runs in such a pod. */
    boolean exists() {
        return Files.exists(token());
    }

    private Path token() {
        return folder.resolve("token");
    }

    /**
     * Returns how one speaks with the cluster, from nothing but what the pod was given: a kubeconfig beside it may be anybody's.
     *
     * @param environment names the API server; without, its name in the cluster is taken
     */
    Config config(Map<String, String> environment) {
        Config config = Config.empty();
        String host = environment.get("KUBERNETES_SERVICE_HOST");
        if (host != null) {
            config.setMasterUrl("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                    + environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443"));
        }
        Path authority = folder.resolve("ca.crt");
        if (Files.exists(authority)) {
            config.setCaCertFile(authority.toString());
        }
        Path namespace = folder.resolve("namespace");
        if (Files.exists(namespace)) {
            config.setNamespace(text(namespace));
        }
        config.setOauthTokenProvider(new TokenFile(provider, token()));
        return config;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("The file '" + file + "' of this pod cannot be read: " + e, e);
        }
    }
}
