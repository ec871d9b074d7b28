package dev.sandboxed.provider.kubernetes.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.ProviderUnavailableException;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program in a pod speaks with when nobody has named anything. */
class PodAccountTests {

    private static final Map<String, String> SERVER =
            Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "KUBERNETES_SERVICE_PORT", "6443");

    @TempDir
    private Path folder;

    private final String before = System.getProperty(Config.KUBERNETES_KUBECONFIG_FILE, "");

    @BeforeEach
    void give() throws IOException {
        Files.writeString(folder.resolve("token"), "first\n");
        Files.writeString(folder.resolve("namespace"), "home");
    }

    @AfterEach
    void restore() {
        if (before.isEmpty()) {
            System.clearProperty(Config.KUBERNETES_KUBECONFIG_FILE);
        } else {
            System.setProperty(Config.KUBERNETES_KUBECONFIG_FILE, before);
        }
    }

    private Config read(Map<String, String> environment) {
        return new ClusterAddress("kubernetes", null, null, null, environment)
                .read(new PodAccount("kubernetes", folder));
    }

    @Test
    void aPodTookTheClusterOfAKubeconfigThatNobodyHadNamed() throws IOException {
        Path usual = Files.writeString(folder.resolve("config"), """
                clusters: [{name: a, cluster: {server: "https://production.example"}}]
                contexts: [{name: a, context: {cluster: a}}]
                current-context: a
                """);
        System.setProperty(Config.KUBERNETES_KUBECONFIG_FILE, usual.toString());

        Config config = read(SERVER);

        assertThat(config.getMasterUrl()).startsWith("https://10.0.0.1:6443");
        assertThat(config.getNamespace()).isEqualTo("home");
        assertThat(config.getCurrentContext()).isNull();
    }

    @Test
    void itsServerIsWrittenInBracketsWhereItsAddressHasColons() {
        assertThat(read(Map.of("KUBERNETES_SERVICE_HOST", "fd00::1")).getMasterUrl())
                .startsWith("https://[fd00::1]:443");
    }

    @Test
    void itsTokenIsReadForEachUse() throws IOException {
        Config config = read(SERVER);
        assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("first");

        Files.writeString(folder.resolve("token"), "second");

        assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("second");
    }

    @Test
    void itsCertificateIsThatOfTheFolder() throws IOException {
        Path authority = Files.createFile(folder.resolve("ca.crt"));

        assertThat(read(SERVER).getCaCertFile()).isEqualTo(authority.toString());
    }

    @Test
    void whoeverIsInNoPodHasToNameACluster() throws IOException {
        Files.delete(folder.resolve("token"));

        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> read(SERVER))
                .withMessageContaining("No cluster was named")
                .withMessageContaining("SANDBOX_KUBECONFIG");
    }
}
