package dev.sandboxed.provider.kubernetes.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of refusals, in words of a real API server. */
class ClusterFaultsTests {

    private final ClusterFaults faults = new ClusterFaults("kubernetes");

    private SandboxException of(int code, String message) {
        return faults.of(new KubernetesClientException(
                new StatusBuilder().withCode(code).withMessage(message).build()));
    }

    @Test
    void aQuotaThatIsUsedUpIsAFailedStart() {
        assertThat(
                        of(
                                403,
                                "pods \"two\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("no room for one more")
                .hasMessageContaining("limited: pods=0");
    }

    @Test
    void aPodThatIsNotAdmittedIsAFailedStart() {
        assertThat(of(
                        403,
                        "pods \"two\" is forbidden: violates PodSecurity \"restricted:latest\": runAsNonRoot != true"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("pod security does not admit");
    }

    /** Such as a range of limits, a runtime class that is missing, or whoever else decides over pods. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "pods \"two\" is forbidden: maximum memory usage per Container is 64Mi, but limit is 1Gi",
                "pods \"two\" is forbidden: failed quota: q: must specify limits.cpu for: sandbox",
                "pods \"two\" is forbidden: pod rejected: RuntimeClass \"kata\" not found",
                "admission webhook \"policy.example\" denied the request: no"
            })
    void whateverElseIsForbiddenIsAPod(String said) {
        assertThat(of(403, said)).isInstanceOf(SandboxStartException.class).hasMessageContaining(said);
    }

    @Test
    void anAccountThatMayNotMakesTheProviderUnavailable() {
        assertThat(of(403, "pods is forbidden: User \"u\" cannot create resource \"pods\""))
                .isInstanceOf(ProviderUnavailableException.class)
                .hasMessageContaining("docs/kubernetes.md");
        assertThat(of(401, "Unauthorized"))
                .isInstanceOf(ProviderUnavailableException.class)
                .hasMessageContaining("does not know who asks");
        assertThat(of(404, "namespaces \"nowhere\" not found"))
                .isInstanceOf(ProviderUnavailableException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void nobodyWhoAnswersIsAFaultOfTheWay() {
        SandboxException fault = faults.of(new KubernetesClientException(
                "An error has occurred.", new IOException(new ConnectException("Connection refused"))));

        assertThat(fault).isInstanceOf(SandboxTransportException.class).hasMessageContaining("Connection refused");
    }
}
