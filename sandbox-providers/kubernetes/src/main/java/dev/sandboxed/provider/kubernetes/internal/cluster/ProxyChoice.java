package dev.sandboxed.provider.kubernetes.internal.cluster;

import io.fabric8.kubernetes.client.Config;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Says over which proxy a cluster is reached, as {@code kubectl} does: over the one that the kubeconfig names, else over that of
 * the usual variables, and never to this machine itself. Whoever connects reads it from the {@link Config}.
 */
final class ProxyChoice {

    private ProxyChoice() {}

    /**
     * Writes it down.
     *
     * @param config names the API server
     * @param named the proxy of the kubeconfig, if there is one; it holds for all that goes to the cluster
     */
    static void write(Config config, @Nullable String named, Map<String, String> environment) {
        if (named != null && !named.isBlank()) {
            set(config, named.strip(), List.of());
            return;
        }
        URI server = URI.create(config.getMasterUrl());
        List<String> exceptions = variable(environment, "NO_PROXY").stream()
                .flatMap(all -> Arrays.stream(all.split(",")))
                .map(String::strip)
                .toList();
        Optional<String> proxy =
                variable(environment, "https".equals(server.getScheme()) ? "HTTPS_PROXY" : "HTTP_PROXY");
        boolean direct = exceptions.contains("*") || isHere(String.valueOf(server.getHost()));
        set(config, direct ? null : proxy.orElse(null), exceptions);
    }

    private static void set(Config config, @Nullable String proxy, List<String> exceptions) {
        config.setHttpProxy(proxy);
        config.setHttpsProxy(proxy);
        // The client takes an empty one for all hosts, and refuses to work with characters that it does not know.
        config.setNoProxy(exceptions.stream()
                .map(each -> each.startsWith("*.") ? each.substring(1) : each)
                .filter(each -> each.matches("[0-9a-zA-Z.:/-]+"))
                .toArray(String[]::new));
    }

    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Stream.of(name, name.toLowerCase(Locale.ROOT))
                .map(each -> environment.getOrDefault(each, ""))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .findFirst();
    }

    private static boolean isHere(String host) {
        return host.equals("localhost") || host.matches("127(\\.[0-9]+){3}") || host.equals("[::1]");
    }
}
