package dev.sandboxed.provider.kubernetes.internal.lab;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.provider.kubernetes.internal.KubernetesProvider;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The cluster that tests are given by the environment. */
public final class LabCluster {

    public static final String KUBECONFIG = "SANDBOX_KUBECONFIG";
    public static final String RUNTIME_CLASS = "SANDBOX_TEST_RUNTIME_CLASS";

    private LabCluster() {}

    /** Returns the file that describes it. */
    public static Path kubeconfig() {
        return Path.of(System.getenv(KUBECONFIG));
    }

    public static Config config() {
        return Config.fromKubeconfig(kubeconfig().toFile());
    }

    public static URI server() {
        return URI.create(config().getMasterUrl());
    }

    /** Writes a file for whoever comes another way to the same server, as the same account. */
    public static Path kubeconfig(Path folder, String authority) throws IOException {
        return Files.writeString(
                folder.resolve("kubeconfig"),
                Files.readString(kubeconfig()).replace(server().getAuthority(), authority));
    }

    /** Writes a file for an account with a token. */
    public static Path kubeconfigOf(String token, String namespace, Path folder) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig-of-account"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: lab, cluster: {server: "%s", certificate-authority-data: "%s"}}]
                users: [{name: account, user: {token: "%s"}}]
                contexts: [{name: lab, context: {cluster: lab, user: account, namespace: "%s"}}]
                current-context: lab
                """.formatted(
                        config().getMasterUrl(), config().getCaCertData(), token, namespace));
    }

    /** Returns the settings of a provider that uses it. */
    public static Map<String, String> settings() {
        return settings(kubeconfig());
    }

    private static Map<String, String> settings(Path kubeconfig) {
        Map<String, String> settings = new HashMap<>(Map.of("kubeconfig", kubeconfig.toString()));
        String image = System.getenv("SANDBOX_KUBERNETES_IMAGE");
        if (image != null) {
            settings.put("image", image);
        }
        return settings;
    }

    /** Opens a provider that uses it. */
    public static KubernetesProvider open(Path state) {
        return open(state, kubeconfig());
    }

    /** Opens a provider that uses what a file describes. */
    public static KubernetesProvider open(Path state, Path kubeconfig) {
        return new KubernetesProvider(ProviderContext.in(state).withSettings(settings(kubeconfig)));
    }
}
