package dev.sandboxed.provider.kubernetes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.kubernetes.internal.cluster.Cluster;
import dev.sandboxed.provider.kubernetes.internal.cluster.ClusterAddress;
import dev.sandboxed.provider.kubernetes.internal.cluster.ClusterDetails;
import dev.sandboxed.provider.kubernetes.internal.lab.ClusterRequired;
import dev.sandboxed.provider.kubernetes.internal.lab.LabCluster;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An account of a real cluster that may do what the role in the documentation says, where pods are "restricted". */
@ClusterRequired
@Timeout(120)
class AccountTests {

    private static final String ACCOUNT = "tests";
    private static final Path ROLE = Path.of("..", "..", "docs", "kubernetes-role.yaml");

    @TempDir
    private Path folder;

    private KubernetesClient administrator;
    private String namespace;

    @BeforeEach
    void make() {
        administrator =
                new KubernetesClientBuilder().withConfig(LabCluster.config()).build();
        namespace = administrator
                .namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withGenerateName("sandboxed-test-")
                        .withLabels(Map.of("pod-security.kubernetes.io/enforce", "restricted"))
                        .endMetadata()
                        .build())
                .create()
                .getMetadata()
                .getName();
        administrator
                .serviceAccounts()
                .inNamespace(namespace)
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(ACCOUNT)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void remove() {
        administrator.namespaces().withName(namespace).delete();
        administrator.close();
    }

    private void giveRole() {
        Role role = administrator
                .rbac()
                .roles()
                .inNamespace(namespace)
                .load(ROLE.toFile())
                .create();
        administrator
                .rbac()
                .roleBindings()
                .inNamespace(namespace)
                .resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(ACCOUNT)
                        .endMetadata()
                        .withNewRoleRef()
                        .withApiGroup("rbac.authorization.k8s.io")
                        .withKind("Role")
                        .withName(role.getMetadata().getName())
                        .endRoleRef()
                        .addNewSubject()
                        .withKind("ServiceAccount")
                        .withName(ACCOUNT)
                        .withNamespace(namespace)
                        .endSubject()
                        .build())
                .create();
    }

    private KubernetesProvider provider() throws IOException {
        String token = administrator
                .serviceAccounts()
                .inNamespace(namespace)
                .withName(ACCOUNT)
                .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
                .getStatus()
                .getToken();
        return LabCluster.open(folder, LabCluster.kubeconfigOf(token, namespace, folder));
    }

    @Test
    void theRoleOfTheDocumentationIsEnough() throws IOException {
        giveRole();
        try (KubernetesProvider provider = provider()) {
            assertThat(provider.status())
                    .isInstanceOfSatisfying(
                            ProviderStatus.Available.class,
                            status -> assertThat(status.details())
                                    .containsEntry("quota left", "not told to this account")
                                    .containsEntry("namespace", namespace));
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                sandbox.files().write("word", "written");

                assertThat(sandbox.exec("cat", "word").stdout()).isEqualTo("written");
                assertThat(sandbox.usage().processes()).isPositive();
                assertThat(provider.list()).extracting(SandboxInfo::id).containsExactly(sandbox.id());
                assertThat(provider.reap().removed()).isEmpty();
            }
            assertThat(provider.list()).isEmpty();
        }
        assertThat(administrator.leases().inNamespace(namespace).list().getItems())
                .isEmpty();
    }

    @Test
    void anAccountWithoutARoleIsToldWhatItNeeds() throws IOException {
        try (KubernetesProvider provider = provider()) {
            assertThat(provider.status()).isInstanceOfSatisfying(ProviderStatus.Unavailable.class, status -> {
                assertThat(status.reason()).contains("may not", "pods", ACCOUNT);
                assertThat(status.remedy()).contains("role");
            });
            assertThatExceptionOfType(ProviderUnavailableException.class)
                    .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                    .withMessageContaining("leases");
        }
    }

    @Test
    void aTokenThatIsOverIsSaid() throws IOException {
        giveRole();
        try (KubernetesProvider provider = provider()) {
            assertThat(provider.status()).isInstanceOf(ProviderStatus.Available.class);

            administrator
                    .serviceAccounts()
                    .inNamespace(namespace)
                    .withName(ACCOUNT)
                    .delete();

            // The API server believes a token for some seconds more.
            await().atMost(Duration.ofSeconds(60)).until(() -> provider.status() instanceof ProviderStatus.Unavailable);
            assertThatExceptionOfType(ProviderUnavailableException.class)
                    .isThrownBy(provider::list)
                    .withMessageContaining("does not know who asks");
        }
    }

    @Test
    void aQuotaThatIsUsedUpIsSaidAtOnce() throws IOException {
        giveRole();
        administrator
                .resourceQuotas()
                .inNamespace(namespace)
                .resource(new ResourceQuotaBuilder()
                        .withNewMetadata()
                        .withName("one")
                        .endMetadata()
                        .withNewSpec()
                        .withHard(Map.of("pods", new Quantity("1")))
                        .endSpec()
                        .build())
                .create();
        try (KubernetesProvider provider = provider();
                Sandbox first = created(provider)) {
            assertThatExceptionOfType(SandboxStartException.class)
                    .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                    .withMessageContaining("quota")
                    .withMessageContaining("one");
            assertThat(first.exec(Command.of("true")).succeeded()).isTrue();
            assertThat(detailsForTheAdministrator()).containsEntry("quota left", "pods 0 of 1");
        }
    }

    private Map<String, String> detailsForTheAdministrator() {
        try (Cluster cluster = new Cluster(
                new ClusterAddress("kubernetes", LabCluster.kubeconfig().toString(), null, namespace, Map.of()))) {
            return new ClusterDetails(cluster, Duration.ofSeconds(5)).all();
        }
    }

    /** Until the cluster has counted for the first time, a quota admits nothing. */
    private static Sandbox created(KubernetesProvider provider) {
        return await().ignoreExceptionsMatching(SandboxException.class::isInstance)
                .until(() -> provider.create(SandboxSpec.defaults()), sandbox -> true);
    }
}
