package dev.sandboxed.provider.docker.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.provider.docker.internal.DockerProviderFactory;
import dev.sandboxed.provider.docker.internal.EngineRequired;
import dev.sandboxed.provider.docker.internal.NeedsDocker;
import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.container.ContainerLabels;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is there in the middle of a snapshot, when whoever takes it is killed. */
@NeedsDocker
@Timeout(240)
class SnapshotRemainsTests {

    private static final Owner DEAD = new Owner(Owner.current().pid(), "another-boot/1");

    @TempDir
    Path state;

    private static Map<String, String> labels() {
        return new ContainerLabels(
                        SnapshotBench.SANDBOX,
                        ProcessWorld.current().written(),
                        DEAD,
                        "",
                        Map.of(),
                        Instant.now(),
                        null,
                        "container")
                .written();
    }

    @Test
    void whatAKilledOwnerHasHeldStillAndWhatItComparedThatWithAreReaped() {
        try (SnapshotBench bench = new SnapshotBench(state);
                SandboxProvider provider = new DockerProviderFactory().open(EngineRequired.hostContext(state))) {
            Container origin = bench.start(request -> request.withLabels(labels()));
            origin.pause();
            try (UnusedContainer unused =
                    UnusedContainer.of(bench.engine(), bench.image(), SnapshotBench.SANDBOX, labels())) {

                assertThat(provider.reap().removed()).contains(SnapshotBench.SANDBOX);
                assertThatThrownBy(origin::inspect).isInstanceOf(SandboxNotFoundException.class);
                assertThatThrownBy(() -> unused.files().container().inspect())
                        .isInstanceOf(SandboxNotFoundException.class);
            }
        }
    }
}
