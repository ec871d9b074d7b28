package dev.sandboxed.provision.internal.release;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.provision.plan.ProvisionException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
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

    /**
     * Returns the address of the proxy for an address, with the user's name and password if it has them.
     *
     * @throws ProvisionException if the environment names something else than an address; its value is not shown, since it may
     *     hold a password
     */
    Optional<URI> proxy(URI address) {
        if (isDirect(String.valueOf(address.getHost()).toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        String name = address.getScheme().toLowerCase(Locale.ROOT) + "_proxy";
        return variable(name)
                .map(value -> parse(name, value))
                .or(() -> variable("all_proxy").map(value -> parse("all_proxy", value)));
    }

    /** Who asks a proxy. */
    record User(String name, String password) {}

    /** Returns who asks, by the address of a proxy; empty if it does not say. */
    static Optional<User> user(URI proxy) {
        return Optional.ofNullable(proxy.getRawUserInfo()).map(info -> {
            String[] parts = info.split(":", 2);
            return new User(decoded(parts[0]), parts.length > 1 ? decoded(parts[1]) : "");
        });
    }

    /** A plus is a plus here, other than in forms. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
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

    private static URI parse(String name, String value) {
        try {
            URI proxy = new URI(value.contains("://") ? value : "http://" + value);
            if (proxy.getHost() != null) {
                return proxy;
            }
        } catch (URISyntaxException e) {
            // Not even as the cause: its message holds the value.
        }
        throw new ProvisionException(
                Fault.of("The variable " + name + " is not the address of a proxy")
                        .remedy(
                                "write http://NAME:PASSWORD@HOST:PORT, with %40 for an @ in the password, %25 for a % and so on"));
    }

    private static Proxy of(URI proxy) {
        int port = proxy.getPort() < 0 ? 80 : proxy.getPort();
        return new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.getHost(), port));
    }
}
