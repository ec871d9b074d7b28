package dev.sandboxed.provider.kubernetes.internal.cluster;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file that describes clusters. What it says and the client would not heed is refused, since a cluster would be asked as
 * somebody else then.
 *
 * @param provider the name of the provider, for errors
 * @param file the file
 * @param context which of the contexts in it; null for its current one
 */
record Kubeconfig(String provider, Path file, @Nullable String context) {

    private static final String ANOTHER_CONTEXT =
            "name another context with sandbox.kubernetes.context; kubectl config get-contexts shows those that there are";

    /**
     * Returns how one speaks with the cluster.
     *
     * @param environment names a proxy where the file does not
     * @throws ProviderUnavailableException if the file cannot be read, does not have the context, or says what cannot be done
     */
    Config read(Map<String, String> environment) {
        io.fabric8.kubernetes.api.model.Config written = reading(() -> KubeConfigUtils.parseConfig(file.toFile()));
        String wanted = context == null ? written.getCurrentContext() : context;
        if (wanted == null || wanted.isBlank()) {
            throw unavailable(
                    "has no current-context",
                    "name one with sandbox.kubernetes.context, or set it there:" + " kubectl config use-context");
        }
        Context chosen = last(written.getContexts(), NamedContext::getName, NamedContext::getContext, wanted)
                .orElseThrow(() -> unavailable("does not have the context '" + wanted + "'", ANOTHER_CONTEXT));
        Cluster cluster = last(
                        written.getClusters(), NamedCluster::getName, NamedCluster::getCluster, chosen.getCluster())
                .orElseThrow(() -> unavailable(
                        "does not have the cluster '" + chosen.getCluster() + "' of its context '" + wanted + "'",
                        ANOTHER_CONTEXT));
        refuseOtherNames(cluster, chosen.getCluster());
        Optional<AuthInfo> user = user(written, chosen);
        user.ifPresent(each -> refuseOtherRights(each, chosen.getUser()));

        Config config = reading(() -> Config.fromKubeconfig(wanted, file.toFile()));
        user.ifPresent(each -> identify(config, each, chosen.getUser()));
        ProxyChoice.write(config, cluster.getProxyUrl(), environment);
        return config;
    }

    /** Of several with one name the client takes the last. */
    private static <N, T> Optional<T> last(
            @Nullable List<N> all, Function<N, String> name, Function<N, @Nullable T> value, @Nullable String wanted) {
        return Stream.ofNullable(all)
                .flatMap(List::stream)
                .filter(each -> Objects.equals(name.apply(each), wanted))
                .flatMap(each -> Stream.ofNullable(value.apply(each)))
                .reduce((one, other) -> other);
    }

    private Optional<AuthInfo> user(io.fabric8.kubernetes.api.model.Config written, Context chosen) {
        String name = chosen.getUser();
        if (name == null || name.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(last(written.getUsers(), NamedAuthInfo::getName, NamedAuthInfo::getUser, name)
                .orElseThrow(
                        () -> unavailable("does not have the user '" + name + "' of its context", ANOTHER_CONTEXT)));
    }

    private void refuseOtherNames(Cluster cluster, String name) {
        if (isFilled(cluster.getTlsServerName())) {
            throw unavailable(
                    "gives the cluster '" + name + "' the tls-server-name '" + cluster.getTlsServerName()
                            + "', which Java cannot ask a server for",
                    "leave it out, and name the server as its certificate does, with an entry in /etc/hosts if need be");
        }
    }

    private void refuseOtherRights(AuthInfo user, String name) {
        Stream.of(
                        isFilled(user.getAs()) ? "as" : "",
                        isFilled(user.getAsUid()) ? "as-uid" : "",
                        user.getAsGroups() == null || user.getAsGroups().isEmpty() ? "" : "as-groups",
                        user.getAsUserExtra() == null || user.getAsUserExtra().isEmpty() ? "" : "as-user-extra")
                .filter(field -> !field.isEmpty())
                .findFirst()
                .ifPresent(field -> {
                    throw unavailable(
                            "has '" + field + "' at the user '" + name
                                    + "', and sandboxes would be made with the rights of that user itself",
                            "name a context whose user has those rights without '" + field
                                    + "', such as an account with a" + " token: kubectl create token");
                });
    }

    /** Says who asks, where the client does not by itself. */
    private void identify(Config config, AuthInfo user, String name) {
        if (isFilled(user.getTokenFile())) {
            Path token = file.toAbsolutePath().resolveSibling(user.getTokenFile());
            config.setOauthTokenProvider(new TokenFile(provider, token));
            return;
        }
        boolean known = Stream.of(
                        config.getAutoOAuthToken(),
                        config.getClientCertData(),
                        config.getClientCertFile(),
                        config.getUsername())
                .anyMatch(Kubeconfig::isFilled);
        if (user.getExec() != null && !known) {
            throw unavailable(
                    "has the program '" + user.getExec().getCommand() + "' say who the user '" + name
                            + "' is, and it gave neither a token nor a certificate",
                    "run it as the file says and look what it prints: it has to be an ExecCredential of the version '"
                            + user.getExec().getApiVersion() + "'; perhaps you have to sign in with it again");
        }
    }

    private static boolean isFilled(@Nullable String text) {
        return Optional.ofNullable(text).filter(Predicate.not(String::isBlank)).isPresent();
    }

    /** Reads a part of it; the client has many ways to say that it cannot. */
    private <T> T reading(Supplier<T> part) {
        try {
            return part.get();
        } catch (RuntimeException e) {
            throw new ProviderUnavailableException(
                    Fault.of("The kubeconfig '" + file + "' cannot be read: " + e.getMessage())
                            .provider(provider)
                            .remedy("kubectl config view --kubeconfig " + file + " says where it is wrong")
                            .cause(e));
        }
    }

    private ProviderUnavailableException unavailable(String what, String remedy) {
        return new ProviderUnavailableException(Fault.of("The kubeconfig '" + file + "' " + what)
                .provider(provider)
                .remedy(remedy));
    }
}
