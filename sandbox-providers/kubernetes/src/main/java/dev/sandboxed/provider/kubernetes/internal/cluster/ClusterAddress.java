package dev.sandboxed.provider.kubernetes.internal.cluster;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.File;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a cluster is said to be, and who asks.
 *
 * @param provider the name of the provider, for errors
 * @param kubeconfig the file that describes clusters, or several in the way of a search path, of which the first that exists
 *     counts; null for where {@code kubectl} looks, and then the account of the pod that this program runs in
 * @param context which of those in the file; null for its current one
 * @param namespace where pods are made; null for that of the context
 * @param environment names the API server to a pod, and proxies
 */
public record ClusterAddress(
        String provider,
        @Nullable String kubeconfig,
        @Nullable String context,
        @Nullable String namespace,
        Map<String, String> environment) {

    private static final String REMEDY =
            "name a file with SANDBOX_KUBECONFIG or KUBECONFIG, or a context of kubectl's with sandbox.kubernetes.context;"
                    + " ./sandboxed lab kubernetes up makes a cluster";

    private static final int TO_CONNECT = 5_000;

    /**
     * Prepares to speak with the cluster; it is not asked yet.
     *
     * @throws ProviderUnavailableException if there is no such file or context, no cluster was named, or what is written about it
     *     cannot be used
     */
    KubernetesClient open() {
        try {
            return new KubernetesClientBuilder()
                    .withConfig(read(new PodAccount(provider, PodAccount.USUAL)))
                    .build();
        } catch (KubernetesClientException | IllegalArgumentException | UncheckedIOException e) {
            throw unavailable("What is written about the cluster cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * Returns what is written about the cluster.
     *
     * @param account what is taken where nothing was named
     */
    Config read(PodAccount account) {
        Config config;
        if (kubeconfig != null || context != null) {
            config = new Kubeconfig(provider, firstThatExists(), context).read(environment);
        } else if (account.exists()) {
            config = account.config(environment);
            ProxyChoice.write(config, null, environment);
        } else {
            // What a user's kubectl speaks with just now may be a cluster where nobody wants sandboxes.
            throw unavailable("No cluster was named, and this is no pod", null);
        }
        if (namespace != null) {
            config.setNamespace(namespace);
        } else if (config.getNamespace() == null || config.getNamespace().isBlank()) {
            config.setNamespace("default");
        }
        config.setConnectionTimeout(TO_CONNECT);
        config.setRequestTimeout((int) Cluster.LONGEST.toMillis());
        // A server that closes a connection of the second version fails the requests that are on their way over it.
        config.setHttp2Disable(true);
        // What is worth another try is decided by whoever asks.
        config.setRequestRetryBackoffLimit(0);
        return config;
    }

    private Path firstThatExists() {
        String searched =
                kubeconfig == null ? String.join(File.pathSeparator, Config.getKubeconfigFilenames()) : kubeconfig;
        return Arrays.stream(searched.split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> unavailable("There is no kubeconfig '" + searched + "'", null));
    }

    /** The environment may have what nobody is to read. */
    @Override
    public String toString() {
        return "ClusterAddress[kubeconfig=" + kubeconfig + ", context=" + context + ", namespace=" + namespace + "]";
    }

    private ProviderUnavailableException unavailable(String what, @Nullable Exception cause) {
        return new ProviderUnavailableException(
                Fault.of(what).provider(provider).remedy(REMEDY).cause(cause));
    }
}
