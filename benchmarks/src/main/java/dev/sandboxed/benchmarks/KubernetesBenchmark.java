package dev.sandboxed.benchmarks;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.io.File;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What sandboxes in a cluster cost beside pods of the client library that most Java programs use for that. */
final class KubernetesBenchmark {

    private static final String PROVIDER = "kubernetes";
    private static final String OTHERS = "fabric8's client";
    /** 0.6 s to the first command where a pod is ready after 0.9. */
    private static final double CREATION = 0.67;
    /** 15 ms where one process for each command takes 38. */
    private static final double EXEC = 0.4;

    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final Duration LONGEST_CLAIM = Duration.ofMillis(5);

    private final KubernetesClient client;
    private final String image;

    private KubernetesBenchmark(KubernetesClient client, String image) {
        this.client = client;
        this.image = image;
    }

    static boolean run(List<String> arguments) throws Exception {
        if (!arguments.isEmpty()) {
            throw new IllegalArgumentException("kubernetes takes no options, but these were given: " + arguments);
        }
        Configuration configuration = Configuration.read(Surroundings.ofThisProcess());
        String kubeconfig = configuration.environment().get("SANDBOX_KUBECONFIG");
        if (kubeconfig == null) {
            throw new IllegalArgumentException(
                    "SANDBOX_KUBECONFIG names no cluster; ./sandboxed lab kubernetes up makes one");
        }
        String image = Optional.ofNullable(configuration.settingsOf(PROVIDER).get("image"))
                .orElse("busybox");
        Report report = new Report(System.out);
        try (KubernetesClient client = new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(new File(kubeconfig)))
                        .build();
                Scratch scratch = new Scratch();
                SandboxProvider provider = Providers.open(PROVIDER, scratch.resolve("state"))) {
            if (provider.status() instanceof ProviderStatus.Unavailable not) {
                report.notTried(PROVIDER, not.reason());
            } else {
                new KubernetesBenchmark(client, image).compare(provider, report);
                ClaimBenchmark.measure(
                        PROVIDER, new SideBySide(3, 10), scratch.resolve("claims"), LONGEST_CLAIM, report);
            }
        }
        return report.allHold();
    }

    private void compare(SandboxProvider provider, Report report) throws Exception {
        SideBySide.Medians creation = new SideBySide(3, 15)
                .measureStages(
                        this::toReady, () -> Providers.toFirstCommand(() -> provider.create(SandboxSpec.defaults())))
                .get(0);
        report.add(new Comparison("create to first command", "create to Ready", CREATION, creation));
        PodResource pod = ready();
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            SideBySide.Medians exec = new SideBySide(20, 100)
                    .measure(() -> exec(pod), () -> sandbox.exec("true").orThrow());
            report.add(new Comparison("exec", OTHERS, EXEC, exec));
        } finally {
            remove(pod);
        }
    }

    private List<Duration> toReady() {
        long began = System.nanoTime();
        PodResource pod = ready();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        remove(pod);
        return List.of(took);
    }

    private PodResource ready() {
        Pod wanted = new PodBuilder()
                .withNewMetadata()
                .withGenerateName("benchmark-")
                .withLabels(Map.of("benchmark", "sandboxed"))
                .endMetadata()
                .withNewSpec()
                .withTerminationGracePeriodSeconds(0L)
                .withActiveDeadlineSeconds(LIFE.toSeconds())
                .addNewContainer()
                .withName("one")
                .withImage(image)
                .withImagePullPolicy("IfNotPresent")
                .withCommand("/bin/sleep", "86400")
                .endContainer()
                .endSpec()
                .build();
        String name = client.pods().resource(wanted).create().getMetadata().getName();
        PodResource pod = client.pods().withName(name);
        try {
            pod.waitUntilReady(1, TimeUnit.MINUTES);
            return pod;
        } catch (RuntimeException e) {
            remove(pod);
            throw e;
        }
    }

    private static void exec(PodResource pod) throws Exception {
        try (ExecWatch one = pod.writingOutput(OutputStream.nullOutputStream()).exec("true")) {
            if (one.exitCode().get(1, TimeUnit.MINUTES) != 0) {
                throw new IllegalStateException("true has failed");
            }
        }
    }

    private static void remove(PodResource pod) {
        pod.withGracePeriod(0).delete();
    }
}
