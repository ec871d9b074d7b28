package dev.sandboxed.provision.internal.release;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The proxies that the environment names, as most programs on Unix take them: {@code https_proxy} and its relatives. */
final class EnvironmentProxies extends ProxySelector {

    private final Map<String, String> environment;

    EnvironmentProxies(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public List<Proxy> select(URI address) {
        return List.of(proxy(address).map(EnvironmentProxies::of).orElse(Proxy.NO_PROXY));
    }

    @Override
    public void connectFailed(URI address, SocketAddress proxy, IOException failure) {
        // Whoever wanted to connect is told.
    }

    /** Returns the address of the proxy for an address, with the user's name and password if it has them. */
    Optional<URI> proxy(URI address) {
        String scheme = address.getScheme().toLowerCase(Locale.ROOT);
        return isDirect(String.valueOf(address.getHost()).toLowerCase(Locale.ROOT))
                ? Optional.empty()
                : variable(scheme + "_proxy").or(() -> variable("all_proxy")).map(EnvironmentProxies::parse);
    }

    private boolean isDirect(String host) {
        return variable("no_proxy").stream()
                .flatMap(hosts -> Stream.of(hosts.split(",")))
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty())
                .anyMatch(name -> name.equals("*") || host.equals(name) || host.endsWith(withDot(name)));
    }

    private static String withDot(String name) {
        return name.startsWith(".") ? name : "." + name;
    }

    private Optional<String> variable(String name) {
        return Stream.of(name, name.toUpperCase(Locale.ROOT))
                .map(environment::get)
                .filter(value -> value != null && !value.isBlank())
                .findFirst();
    }

    private static URI parse(String value) {
        return URI.create(value.contains("://") ? value : "http://" + value);
    }

    private static Proxy of(URI proxy) {
        int port = proxy.getPort() < 0 ? 80 : proxy.getPort();
        return new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.getHost(), port));
    }
}
