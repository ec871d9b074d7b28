package dev.sandboxed.provider.kubernetes.internal.exec;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.net.http.HttpClient;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Connects in the way of all other requests: over the same proxy, with the same certificates. The client decides on both, and
 * tells nobody.
 */
final class SameWay extends JdkHttpClientFactory {

    private @Nullable HttpClient built;

    private SameWay() {}

    /**
     * Returns what connects to a cluster.
     *
     * @throws KubernetesClientException if the certificates or the proxy cannot be used
     * @throws IllegalArgumentException if the proxy is no address
     */
    static HttpClient to(Config config) {
        SameWay way = new SameWay();
        // What this returns is for requests only; nobody uses it.
        way.newBuilder(config).build();
        return Objects.requireNonNull(way.built);
    }

    @Override
    protected HttpClient.Builder createNewHttpClientBuilder() {
        return HttpClient.newBuilder();
    }

    @Override
    protected void additionalConfig(HttpClient.Builder builder) {
        built = builder.connectTimeout(ExecDoor.TO_OPEN).build();
    }
}
