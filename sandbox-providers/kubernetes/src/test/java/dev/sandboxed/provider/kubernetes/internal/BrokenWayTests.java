package dev.sandboxed.provider.kubernetes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.kubernetes.internal.lab.ClusterRequired;
import dev.sandboxed.provider.kubernetes.internal.lab.LabCluster;
import dev.sandboxed.testkit.internal.way.FaultyWay;
import dev.sandboxed.testkit.internal.way.FaultyWay.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real cluster, and a way to its API server on which something goes wrong. */
@ClusterRequired
@Timeout(60)
class BrokenWayTests {

    private static final SandboxSpec SHORT =
            SandboxSpec.builder().startupTimeout(Duration.ofSeconds(3)).build();

    @TempDir
    private Path folder;

    private FaultyWay way;
    private KubernetesProvider provider;

    @BeforeEach
    void open() throws IOException {
        way = new FaultyWay(LabCluster.server());
        provider = LabCluster.open(folder, LabCluster.kubeconfig(folder, way.authority()));
    }

    @AfterEach
    void close() throws IOException {
        way.let(Fault.NONE);
        provider.close();
        way.close();
    }

    @Test
    void aSlowNetworkOnlyTakesLonger() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            way.let(Fault.LATENCY);

            ExecResult result = sandbox.exec(Command.shell("seq 1 20000; exit 3"));

            assertThat(result.stdout()).endsWith("\n19999\n20000\n").hasLineCount(20_000);
            assertThat(result.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void aCommandWhoseConnectionBreaksFailsAndTheNextOneWorks() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            Execution lost = sandbox.start(Command.shell("echo begun; sleep 60"));
            assertThat(lost.next())
                    .hasValueSatisfying(chunk -> assertThat(chunk.text()).startsWith("begun"));

            way.reset();

            assertThatExceptionOfType(SandboxTransportException.class).isThrownBy(lost::await);
            assertThat(sandbox.exec("echo", "still here").stdout()).isEqualTo("still here\n");
            await().until(() -> !sandbox.exec("ps").stdout().contains("sleep 60"));
        }
    }

    @Test
    void aCommandThatNobodyAnswersEndsWithItsTimeLimit() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            way.let(Fault.HALF_OPEN);
            try {
                ExecResult result = sandbox.exec(Command.of("true").timeout(Duration.ofSeconds(2)));

                assertThat(result.timedOut()).isTrue();
            } finally {
                way.let(Fault.NONE);
            }
        }
    }

    @Test
    @Timeout(20)
    void nobodyWaitsLongerForASandboxThanItsStartUpTimeAllows() {
        provider.create(SHORT).close();
        way.let(Fault.HALF_OPEN);

        assertThatExceptionOfType(SandboxStartException.class).isThrownBy(() -> provider.create(SHORT));
    }

    @Test
    void anApiServerThatIsAwayIsNamedAndWhenItIsBackAllGoesOn() throws IOException {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            way.let(Fault.AWAY);
            way.reset();

            assertThat(provider.status())
                    .isInstanceOfSatisfying(
                            ProviderStatus.Unavailable.class,
                            status -> assertThat(status.reason()).contains("API server"));
            assertThatExceptionOfType(SandboxStartException.class)
                    .isThrownBy(() -> provider.create(SHORT))
                    .withMessageContaining("API server");
            assertThatExceptionOfType(SandboxTransportException.class).isThrownBy(() -> sandbox.exec("true"));

            way.let(Fault.NONE);
            assertThat(sandbox.exec("echo", "again").stdout()).isEqualTo("again\n");
        }
    }
}
