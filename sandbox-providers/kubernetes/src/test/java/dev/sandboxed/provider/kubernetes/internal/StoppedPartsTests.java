package dev.sandboxed.provider.kubernetes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.kubernetes.internal.lab.ClusterRequired;
import dev.sandboxed.provider.kubernetes.internal.lab.HostProgram;
import dev.sandboxed.provider.kubernetes.internal.lab.LabCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Parts of a real cluster that stop, where they are programs of this host. */
@ClusterRequired
@Timeout(120)
class StoppedPartsTests {

    private static final SandboxSpec SHORT =
            SandboxSpec.builder().startupTimeout(Duration.ofSeconds(3)).build();
    private static final Command BRIEF = Command.of("true").timeout(Duration.ofSeconds(2));

    @TempDir
    private Path folder;

    private KubernetesProvider provider;
    private Sandbox sandbox;

    @BeforeEach
    void create() {
        provider = LabCluster.open(folder);
        sandbox = provider.create(SandboxSpec.defaults());
    }

    @AfterEach
    void close() {
        provider.close();
    }

    private static HostProgram program(String name) {
        Optional<HostProgram> found = HostProgram.named(name);
        assumeTrue(found.isPresent(), "the cluster is elsewhere: " + name + " does not run on this host");
        return found.orElseThrow();
    }

    @Test
    void aKubeletThatStandsStillKeepsNobodyBeyondHisTime() {
        HostProgram kubelet = program("kubelet");
        kubelet.signal("STOP");
        try {
            assertThat(sandbox.exec(BRIEF).timedOut()).isTrue();
            assertThatExceptionOfType(SandboxStartException.class).isThrownBy(() -> provider.create(SHORT));
        } finally {
            kubelet.signal("CONT");
        }

        await().untilAsserted(
                        () -> assertThat(sandbox.exec("echo", "again").stdout()).isEqualTo("again\n"));
        provider.create(SandboxSpec.defaults()).close();
    }

    @Test
    void anApiServerThatStandsStillKeepsNobodyBeyondHisTime() {
        HostProgram server = program("kube-apiserver");
        server.signal("STOP");
        try {
            assertThat(sandbox.exec(BRIEF).timedOut()).isTrue();
            assertThat(provider.status()).isInstanceOf(ProviderStatus.Unavailable.class);
            assertThatExceptionOfType(SandboxStartException.class).isThrownBy(() -> provider.create(SHORT));
        } finally {
            server.signal("CONT");
        }

        await().untilAsserted(
                        () -> assertThat(sandbox.exec("echo", "again").stdout()).isEqualTo("again\n"));
    }

    @Test
    void aContainerThatIsKilledFromOutsideIsGone() {
        String seconds = "1" + System.nanoTime() % 1_000_000_000;
        Execution running = sandbox.start(Command.shell("echo begun; exec sleep " + seconds));
        assertThat(running.next()).isPresent();
        HostProgram.with(seconds).orElseThrow().firstOfItsContainer().signal("KILL");

        assertThatExceptionOfType(SandboxDestroyedException.class).isThrownBy(running::await);
        assertThatExceptionOfType(SandboxDestroyedException.class).isThrownBy(() -> sandbox.exec("true"));
        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
    }
}
