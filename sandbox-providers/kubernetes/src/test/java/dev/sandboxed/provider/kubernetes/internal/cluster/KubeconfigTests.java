package dev.sandboxed.provider.kubernetes.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.ProviderUnavailableException;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file that describes clusters says, and what of it cannot be done. */
class KubeconfigTests {

    private static final Map<String, String> PROXIES =
            Map.of("HTTPS_PROXY", "http://usual.example:3128", "NO_PROXY", "localhost, *.inside.example,,10.0.0.0/8");

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("kubeconfig");
    }

    private Config read(String user, String cluster, Map<String, String> environment) throws IOException {
        return readText("""
                clusters: [{name: c, cluster: {server: "https://cluster.example:6443"%s}}]
                users: [{name: who, user: {%s}}]
                contexts: [{name: c, context: {cluster: c, user: who, namespace: n}}]
                current-context: c
                """.formatted(cluster.isEmpty() ? "" : ", " + cluster, user), null, environment);
    }

    private Config readText(String text, String context, Map<String, String> environment) throws IOException {
        Files.writeString(file, text);
        return new ClusterAddress("kubernetes", file.toString(), context, null, environment)
                .read(new PodAccount("kubernetes", folder));
    }

    @Test
    void theTokenFileOfAUserWasIgnored() throws IOException {
        Files.writeString(folder.resolve("word"), "first\n");
        Config config = read("tokenFile: word", "", Map.of());
        assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("first");

        Files.writeString(folder.resolve("word"), "second");

        assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "missing"})
    void aTokenFileWithoutATokenIsNamed(String name) throws IOException {
        Files.createFile(folder.resolve("empty"));
        Config config = read("tokenFile: " + (name.isEmpty() ? "empty" : name), "", Map.of());

        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> config.getOauthTokenProvider().getToken())
                .withMessageContaining(
                        folder.resolve(name.isEmpty() ? "empty" : name).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "as            | as: weak",
                "as-uid        | as-uid: '7'",
                "as-groups     | as-groups: [weak]",
                "as-user-extra | as-user-extra: {reason: [test]}"
            })
    void everythingRanWithTheRightsOfTheUserItselfWhereAnotherWasNamed(String field, String user) {
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> read("token: strong, " + user, "", Map.of()))
                .withMessageContaining(file + "' has '" + field + "' at the user 'who'")
                .withMessageContaining("name a context");
    }

    @Test
    void anotherNameOfTheServerIsRefusedSinceItCannotBeAskedFor() {
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> read("token: t", "tls-server-name: other.example", Map.of()))
                .withMessageContaining("tls-server-name 'other.example'");
    }

    @Test
    void aProgramThatTellsNoTokenMadeRequestsOfNobody() {
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() ->
                        read("exec: {apiVersion: client.authentication.k8s.io/v1, command: \"true\"}", "", Map.of()))
                .withMessageContaining("program 'true'")
                .withMessageContaining("neither a token nor a certificate");
    }

    @Test
    void aProgramThatTellsATokenIsHeard() throws IOException {
        Config config = read(
                "exec: {apiVersion: client.authentication.k8s.io/v1, command: cat, args: ["
                        + Files.writeString(
                                folder.resolve("credential.json"),
                                "{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":"
                                        + "{\"token\":\"told\"}}")
                        + "]}",
                "",
                Map.of());

        assertThat(config.getAutoOAuthToken()).isEqualTo("told");
    }

    @Test
    void aFileWithoutACurrentContextIsNamedWithTheSetting() {
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> readText("contexts: [{name: c, context: {cluster: c}}]", null, Map.of()))
                .withMessageContaining("The kubeconfig '" + file + "' has no current-context")
                .withMessageContaining("sandbox.kubernetes.context");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "contexts: []                                                | context 'c'",
                "contexts: [{name: c, context: {cluster: gone}}]             | cluster 'gone'",
                "contexts: [{name: c, context: {cluster: here, user: gone}}] | user 'gone'"
            })
    void whatIsNamedAndNotThereIsSaid(String contexts, String missing) {
        String text = "clusters: [{name: here, cluster: {server: \"https://cluster.example\"}}]\n" + contexts;

        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> readText(text, "c", Map.of()))
                .withMessageContaining("The kubeconfig '" + file + "' does not have the " + missing);
    }

    @Test
    void aFileThatIsNoneIsNamed() {
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> readText("clusters: [", null, Map.of()))
                .withMessageContaining("The kubeconfig '" + file + "' cannot be read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://near.example:3128", "near.example:3128", "https://near.example:3128"})
    void theProxyOfAKubeconfigWasNotUsedForServersThatSpeakHttps(String proxy) throws IOException {
        Config config = read("token: t", "proxy-url: \"" + proxy + "\"", PROXIES);

        assertThat(config.getHttpsProxy()).isEqualTo(proxy);
        assertThat(config.getNoProxy()).isEmpty();
    }

    @Test
    void theProxyOfTheEnvironmentWasNotUsedWithAKubeconfig() throws IOException {
        Config config = read("token: t", "", PROXIES);

        assertThat(config.getHttpsProxy()).isEqualTo("http://usual.example:3128");
        assertThat(config.getNoProxy()).containsExactly("localhost", ".inside.example", "10.0.0.0/8");
    }

    @Test
    void allMayBeExceptedFromTheProxyOfTheEnvironment() throws IOException {
        assertThat(read("token: t", "", Map.of("https_proxy", "usual.example:3128", "no_proxy", "*"))
                        .getHttpsProxy())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://localhost:6443", "https://127.0.0.1:6443", "https://[::1]:6443"})
    void nobodyAsksAProxyForThisMachine(String server) throws IOException {
        String text = """
                clusters: [{name: c, cluster: {server: "%s"}}]
                contexts: [{name: c, context: {cluster: c}}]
                """.formatted(server);

        assertThat(readText(text, "c", PROXIES).getHttpsProxy()).isNull();
    }
}
