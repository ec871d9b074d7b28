package dev.sandboxed.provider.kubernetes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.provider.kubernetes.internal.cluster.Cluster;
import dev.sandboxed.provider.kubernetes.internal.cluster.ClusterAddress;
import dev.sandboxed.provider.kubernetes.internal.lab.ClusterRequired;
import dev.sandboxed.provider.kubernetes.internal.lab.LabCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong in a real cluster, and what is left there. */
@ClusterRequired
@Timeout(120)
class ClusterTests {

    @TempDir
    private Path state;

    private KubernetesProvider provider;
    private Cluster cluster;

    @BeforeEach
    void open() {
        provider = LabCluster.open(state);
        cluster = new Cluster(
                new ClusterAddress("kubernetes", System.getenv(LabCluster.KUBECONFIG), null, null, Map.of()));
    }

    @AfterEach
    void close() {
        provider.close();
        cluster.close();
    }

    /** The API has no way to give variables to a process, so that those of a terminal were lost. */
    @Test
    void aTerminalHasItsVariablesAndLeavesNoFileWithThem() throws IOException {
        SandboxSpec spec =
                SandboxSpec.builder().secret("KEY", Secret.of("it's hidden")).build();
        try (Sandbox sandbox = provider.create(spec);
                Terminal terminal = sandbox.terminal(
                        Command.shell("echo \"$KEY, $WORD\"").env("WORD", "two\nlines"), new TerminalSize(80, 24))) {
            String shown = new String(terminal.output().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(shown).isEqualToNormalizingNewlines("it's hidden, two\nlines\n");
            assertThat(sandbox.exec("ls", "/tmp").stdout()).isEmpty();
        }
    }

    @Test
    void aPodThatIsDeletedBehindOurBackIsGone() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            cluster.delete(sandbox.id());

            assertThatExceptionOfType(SandboxDestroyedException.class)
                    .isThrownBy(() -> sandbox.exec("sleep", "60"))
                    .withMessageContaining("was deleted");
            assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
        }
    }

    @Test
    void aContainerWhoseFirstProcessEndsIsGone() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThatExceptionOfType(SandboxDestroyedException.class)
                    .isThrownBy(() -> sandbox.exec(Command.shell("kill -TERM 1; sleep 60")))
                    .withMessageContaining("has ended");
        }
    }

    /** A node as it is delivered looks at its folders every one to two minutes; that of the lab does every few seconds. */
    @Test
    @Timeout(330)
    void oneThatFillsTheDiskOfItsNodeIsEvicted() {
        Map<String, String> small = new HashMap<>(LabCluster.settings());
        small.put("storage", "4m");
        try (KubernetesProvider careful =
                        new KubernetesProvider(ProviderContext.in(state).withSettings(small));
                Sandbox sandbox = careful.create(SandboxSpec.defaults())) {
            assertThatExceptionOfType(SandboxDestroyedException.class)
                    .isThrownBy(() -> sandbox.exec(
                            Command.shell("dd if=/dev/zero of=much bs=1M count=32 2>/dev/null; sleep 300")))
                    .withMessageContaining("Evicted");
        }
    }

    @Test
    void anImageThatNobodyHasFailsAtOnceWithTheWordsOfTheCluster() {
        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(
                        SandboxSpec.builder().image("localhost/none:1").build()))
                .withMessageContaining("The pod will not run: ")
                .withMessageContaining("localhost/none:1");
    }

    @Test
    void aPodThatNoNodeHasRoomForSaysSoWhenItsTimeIsUp() {
        SandboxSpec large = SandboxSpec.builder()
                .limits(Limits.builder().cpus(500).build())
                .startupTimeout(Duration.ofSeconds(4))
                .build();

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> provider.create(large))
                .withMessageContaining("Insufficient cpu");
        assertThat(cluster.list(Map.of("dev.sandboxed", "1"))).isEmpty();
    }

    @Test
    void whatADeadOwnerHasLeftIsReapedAndNothingElse() {
        Owner dead = new Owner(4_000_000, "never");
        KubernetesProvider killed = new KubernetesProvider(
                ProviderContext.in(state).withSettings(LabCluster.settings()).withOwner(dead));
        Sandbox left = killed.create(SandboxSpec.defaults());
        try (Sandbox ours = provider.create(SandboxSpec.defaults())) {
            assertThat(provider.reap().removed()).containsExactly(left.id());

            await().until(() -> cluster.find(left.id()).isEmpty());
            assertThat(cluster.leases(Map.of("dev.sandboxed", "1"))).hasSize(1);
            assertThat(ours.exec("true").succeeded()).isTrue();
        } finally {
            killed.close();
        }
    }

    @Test
    void othersSeeWhatLivesAndNothingIsLeftAtTheEnd() {
        Owner living = Owner.of(ProcessHandle.current().parent().orElseThrow());
        try (KubernetesProvider other = new KubernetesProvider(
                ProviderContext.in(state).withSettings(LabCluster.settings()).withOwner(living))) {
            Sandbox sandbox =
                    provider.create(SandboxSpec.builder().label("what", "seen").build());

            assertThat(other.list()).singleElement().satisfies(info -> {
                assertThat(info.id()).isEqualTo(sandbox.id());
                assertThat(info.labels()).containsEntry("what", "seen");
                assertThat(info.nativeId()).contains(" on ");
            });
            assertThat(other.reap().removed()).isEmpty();
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
        provider.close();

        assertThat(cluster.leases(Map.of("dev.sandboxed", "1"))).isEmpty();
        await().until(() -> cluster.list(Map.of("dev.sandboxed", "1")).isEmpty());
    }

    @Test
    void manyAtOnceAreOneEach() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<String>> tasks = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                String word = "word " + i;
                tasks.add(() -> {
                    try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                        return sandbox.exec("echo", word).stdout().strip();
                    }
                });
            }
            List<String> words = new ArrayList<>();
            for (Future<String> each : threads.invokeAll(tasks)) {
                words.add(each.get());
            }
            assertThat(words).doesNotHaveDuplicates().hasSize(16).allMatch(word -> word.startsWith("word "));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aKubeconfigThatIsNotThereIsNamed() {
        try (KubernetesProvider lost =
                new KubernetesProvider(ProviderContext.in(state).withSettings(Map.of("kubeconfig", "/no/such/file")))) {
            assertThat(lost.status())
                    .isInstanceOfSatisfying(
                            ProviderStatus.Unavailable.class,
                            status -> assertThat(status.reason()).contains("/no/such/file"));
        }
    }
}
