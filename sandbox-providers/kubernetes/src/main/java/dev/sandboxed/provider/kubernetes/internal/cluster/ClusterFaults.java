package dev.sandboxed.provider.kubernetes.internal.cluster;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Says what an API server has refused. An account that may not: {@link ProviderUnavailableException}; a quota that is used up, or a
 * pod that the cluster does not admit: {@link SandboxStartException}; nobody answers, or the server fails:
 * {@link SandboxTransportException}.
 */
final class ClusterFaults {

    private static final int UNPROCESSABLE = 422;
    private static final int TOO_MANY = 429;

    /** What the cluster says of accounts; everything else that is forbidden is a pod. */
    private static final Pattern ACCOUNT = Pattern.compile("User \"[^\"]*\" cannot ");

    private final String provider;

    ClusterFaults(String provider) {
        this.provider = provider;
    }

    SandboxException of(KubernetesClientException e) {
        String said = said(e);
        return switch (e.getCode()) {
            case HttpURLConnection.HTTP_UNAUTHORIZED ->
                new ProviderUnavailableException(fault("The API server does not know who asks: " + said, e)
                        .remedy("sign in again; kubectl auth whoami says who you are"));
            case HttpURLConnection.HTTP_FORBIDDEN -> forbidden(said, e);
            case HttpURLConnection.HTTP_BAD_REQUEST, UNPROCESSABLE ->
                new SandboxStartException(fault("The API server does not take this pod: " + said, e)
                        .remedy("change what it names in the spec or in the settings of the provider"));
            case HttpURLConnection.HTTP_NOT_FOUND ->
                new ProviderUnavailableException(fault("The API server says that it is not there: " + said, e)
                        .remedy("kubectl get namespaces lists those that are; sandbox.kubernetes.namespace names one"));
            default ->
                new SandboxTransportException(fault("The API server did not do what was asked: " + said, e)
                        .remedy("kubectl get --raw /readyz says whether it is well"));
        };
    }

    /** Returns whether nothing was made, and the same may be done a moment later. */
    static boolean isPassing(KubernetesClientException e) {
        // Several pods are counted at once, and only one of them is written down.
        boolean counted = e.getCode() == HttpURLConnection.HTTP_CONFLICT
                && said(e).contains("Operation cannot be fulfilled on resourcequotas");
        return counted || e.getCode() == TOO_MANY;
    }

    private SandboxException forbidden(String said, KubernetesClientException e) {
        String lower = said.toLowerCase(Locale.ROOT);
        if (lower.contains("exceeded quota")) {
            return new SandboxStartException(fault("The cluster's quota has no room for one more: " + said, e)
                    .remedy("close sandboxes that nobody uses, ask for less with Limits, or raise the quota"));
        }
        if (lower.contains("violates podsecurity")) {
            return new SandboxStartException(fault("The cluster's pod security does not admit the pod: " + said, e)
                    .remedy("leave out what it names, or take a namespace that admits it"));
        }
        if (ACCOUNT.matcher(said).find()) {
            return new ProviderUnavailableException(fault("This account may not do that: " + said, e)
                    .remedy("give it the role of docs/kubernetes.md, or name another account"));
        }
        return new SandboxStartException(
                fault("The cluster does not admit the pod: " + said, e)
                        .remedy(
                                "change what it names in the spec or in the settings of the provider, or take another namespace"));
    }

    private Fault fault(String what, KubernetesClientException e) {
        return Fault.of(what).provider(provider).cause(e);
    }

    private static String said(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus())
                .map(status -> status.getMessage())
                .filter(text -> !text.isBlank())
                .orElseGet(() -> deepest(e));
    }

    private static String deepest(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage() == null ? cause : cause.getMessage());
    }
}
