package dev.sandboxed.provider.docker.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.model.HostConfig;
import dev.sandboxed.api.Owner;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.provider.docker.internal.NeedsDocker;
import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.container.ContainerLabels;
import dev.sandboxed.provider.docker.internal.container.Containers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole containers. */
@NeedsDocker
class SnapshotImagesTests {

    @TempDir
    Path folder;

    private SnapshotBench bench;

    @BeforeEach
    void begin() {
        bench = new SnapshotBench(folder);
    }

    @AfterEach
    void end() {
        bench.close();
    }

    private boolean isPaused(Container container) {
        return Boolean.TRUE.equals(container.inspect().getState().getPaused());
    }

    @Test
    void aRestoredContainerHasFilesModesLinksAndDeletions() {
        Container origin = bench.start();
        bench.says(
                origin,
                "cd /workspace && mkdir -p dir/deep && echo hidden >.hidden && printf 'a\\000b' >dir/deep/binary"
                        + " && echo s >secret && chmod 600 secret && mkdir closed && chmod 700 closed"
                        + " && ln -s dir/deep near && ln -s /workspace/.hidden whole && ln -s no/where dangling"
                        + " && ln secret other && rm /etc/group && rm -r /var/tmp && chmod 711 /root");

        Container restored = bench.restored(origin, SnapshotOptions.ALL);

        assertThat(bench.says(restored, "cd /workspace && od -A n -t x1 near/binary && cat whole && readlink dangling"))
                .isEqualTo(" 61 00 62\nhidden\nno/where\n");
        assertThat(bench.says(restored, "cd /workspace && stat -c %a:%h secret other && stat -c %a closed /root"))
                .isEqualTo("600:2\n600:2\n700\n711\n");
        assertThat(bench.exists(restored, "/etc/group")).isFalse();
        assertThat(bench.exists(restored, "/var/tmp")).isFalse();
        assertThat(bench.exists(restored, "/etc/passwd")).isTrue();
    }

    @Test
    void aSnapshotStaysAsItIsAndOutlivesItsContainer() {
        Container origin = bench.start();
        bench.says(origin, "echo old >/workspace/file");
        Snapshot snapshot = bench.save(origin, SnapshotOptions.ALL);
        bench.says(origin, "echo new >/workspace/file");
        bench.says(bench.restore(snapshot), "echo other >/workspace/file");
        origin.remove();

        assertThat(bench.says(bench.restore(snapshot), "cat /workspace/file")).isEqualTo("old\n");
    }

    @Test
    void howASandboxWasRunDoesNotPassOn() {
        String plain = bench.says(bench.start(), "env | grep -v HOSTNAME; id; pwd");
        Container origin = bench.start(request -> request.withEnv(List.of(
                        "PATH=/elsewhere:/bin:/usr/bin",
                        "TOKEN=of its spec",
                        "SANDBOXED_SUPERVISOR=" + SupervisorScript.environment()))
                .withUser("1000")
                .withWorkingDir("/home"));

        Container restored = bench.restored(origin, SnapshotOptions.ALL);
        assertThat(bench.says(restored, "env | grep -v HOSTNAME; id; pwd")).isEqualTo(plain);

        Container again = bench.restored(restored, SnapshotOptions.ALL);
        assertThat(bench.says(again, "env | grep -v HOSTNAME; id; pwd")).isEqualTo(plain);

        Container filtered = bench.restored(restored, SnapshotOptions.ALL.excluding("nothing"));
        assertThat(bench.says(filtered, "env | grep -v HOSTNAME; id; pwd")).isEqualTo(plain);
    }

    @Test
    void aVariableThatASnapshotTakesBackCanBeSetAgain() {
        Container origin = bench.start(request -> request.withEnv("WORD=one"));
        String image = bench.snapshots().verify(bench.save(origin, SnapshotOptions.ALL));

        Container restored = bench.start(image, request -> request.withEnv("WORD=two"));

        assertThat(bench.says(restored, "echo $WORD")).isEqualTo("two\n");
    }

    private static ContainerLabels labels(@Nullable Instant expires) {
        return new ContainerLabels(
                SnapshotBench.SANDBOX,
                ProcessWorld.current().written(),
                Owner.current(),
                "",
                Map.of("a", "b"),
                Instant.now(),
                expires,
                "container");
    }

    @Test
    void aContainerMadeFromASnapshotIsNotTakenForItsSandbox() {
        ContainerLabels labels = labels(Instant.now().plusSeconds(60));
        Container origin = bench.start(request -> request.withLabels(labels.written()));
        for (SnapshotOptions options : List.of(SnapshotOptions.ALL, SnapshotOptions.ALL.excluding("nothing"))) {
            Container made = bench.restored(origin, options);

            assertThat(ContainerLabels.read(made.inspect().getConfig().getLabels()))
                    .isEmpty();
            assertThat(new Containers(bench.engine()).list())
                    .extracting(found -> found.container().id())
                    .contains(origin.id())
                    .doesNotContain(made.id());
        }
    }

    @Test
    void aRestoredSandboxIsKnownByItsOwnLabelsAndDoesNotExpireWithTheOther() {
        ContainerLabels mortal = labels(Instant.now().plusSeconds(60));
        Container origin = bench.start(request -> request.withLabels(mortal.written()));
        String image = bench.snapshots().verify(bench.save(origin, SnapshotOptions.ALL));
        ContainerLabels immortal = labels(null);

        Container restored = bench.start(image, request -> request.withLabels(immortal.written()));

        assertThat(ContainerLabels.read(restored.inspect().getConfig().getLabels()))
                .contains(immortal);
    }

    @Test
    void aRunningContainerGoesOnAndAPausedOneStaysPaused() {
        Container origin = bench.start();
        bench.says(origin, "echo old >/workspace/file");
        bench.save(origin, SnapshotOptions.ALL);
        assertThat(isPaused(origin)).isFalse();

        origin.pause();
        Snapshot whole = bench.save(origin, SnapshotOptions.ALL);
        Snapshot some = bench.save(origin, SnapshotOptions.ALL.including("workspace/**"));

        assertThat(isPaused(origin)).isTrue();
        assertThat(whole.fileCount()).isEqualTo(1);
        for (Snapshot snapshot : List.of(whole, some)) {
            assertThat(bench.says(bench.restore(snapshot), "cat /workspace/file"))
                    .isEqualTo("old\n");
        }
    }

    @Test
    void plainFilesOfTheSandboxAreCountedWhereverTheyAre() {
        Container origin = bench.start(request -> request.withHostConfig(HostConfig.newHostConfig()
                .withNetworkMode("none")
                .withBinds(com.github.dockerjava.api.model.Bind.parse(folder + ":/workspace/host"))));
        assertThat(bench.save(origin, SnapshotOptions.ALL).fileCount()).isZero();

        bench.says(
                origin,
                "echo of the host >/workspace/host/file && echo changed >>/etc/passwd && mkdir -p /new/dir && echo 1 >/new/dir/file"
                        + " && ln -s file /new/dir/link && mkfifo /new/pipe && ln /new/dir/file /new/hard && : >/workspace/empty");
        Snapshot few = bench.save(origin, SnapshotOptions.ALL);
        bench.says(origin, "cd /workspace && for i in $(seq 300); do echo $i >file$i; done; rm empty");
        Snapshot many = bench.save(origin, SnapshotOptions.ALL);
        bench.says(origin, "cd /home && for i in $(seq 300); do echo $i >file$i; done");
        Snapshot more = bench.save(origin, SnapshotOptions.ALL);

        assertThat(few.fileCount()).isEqualTo(4);
        assertThat(few.size().bytes()).isPositive();
        assertThat(many.fileCount()).isEqualTo(303);
        assertThat(more.fileCount()).isEqualTo(603);
        assertThat(bench.exists(bench.restore(few), "/workspace/host/file")).isFalse();
    }

    @Test
    void aSnapshotOfARestoredContainerHasTheFilesOfBoth() {
        Container origin = bench.start();
        bench.says(origin, "echo 1 >/workspace/first && echo 1 >/workspace/gone");
        Container second = bench.restored(origin, SnapshotOptions.ALL);
        bench.says(second, "echo 2 >/workspace/second && rm /workspace/gone");

        Snapshot snapshot = bench.save(second, SnapshotOptions.ALL);

        assertThat(snapshot.fileCount()).isEqualTo(1);
        assertThat(bench.says(bench.restore(snapshot), "ls /workspace")).isEqualTo("first\nsecond\n");
    }

    @Test
    void filesWrittenUnderAnotherKernelAreThere() {
        assumeTrue(bench.engine().info().runtimes().containsKey("runsc"), "the engine does not know runsc");
        Container origin = bench.start(request -> request.withHostConfig(
                HostConfig.newHostConfig().withNetworkMode("none").withRuntime("runsc")));
        bench.says(origin, "echo 1 >/workspace/file && chmod 640 /workspace/file && rm /etc/group");

        Snapshot whole = bench.save(origin, SnapshotOptions.ALL);
        Snapshot some = bench.save(origin, SnapshotOptions.ALL.including("workspace/**"));

        assertThat(List.of(whole.fileCount(), some.fileCount())).containsExactly(1L, 1L);
        for (Snapshot snapshot : List.of(whole, some)) {
            Container restored = bench.restore(snapshot);
            assertThat(bench.says(restored, "cat /workspace/file && stat -c %a /workspace/file"))
                    .isEqualTo("1\n640\n");
            assertThat(bench.exists(restored, "/etc/group")).isFalse();
        }
        assertThat(bench.says(origin, "cat /workspace/file")).isEqualTo("1\n");
    }

    @Test
    void aContainerThatIsGoneCannotBeSaved() {
        Container origin = bench.start();
        origin.remove();

        assertThatThrownBy(() -> bench.save(origin, SnapshotOptions.ALL))
                .isInstanceOf(SandboxNotFoundException.class)
                .hasMessageContaining(origin.id());
    }
}
