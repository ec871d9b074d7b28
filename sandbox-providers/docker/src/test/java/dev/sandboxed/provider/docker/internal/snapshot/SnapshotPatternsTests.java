package dev.sandboxed.provider.docker.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.MountType;
import com.github.dockerjava.api.model.Volume;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.provider.docker.internal.NeedsDocker;
import dev.sandboxed.provider.docker.internal.container.Container;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some files of a container, and files outside of its layers. */
@NeedsDocker
class SnapshotPatternsTests {

    private static final SnapshotOptions KEPT =
            SnapshotOptions.ALL.including("workspace/kept/**").excluding("**/*.tmp");

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

    @Test
    void patternsChooseAmongTheFilesOfTheSandbox() {
        Container origin = bench.start();
        bench.says(
                origin,
                "cd /workspace && mkdir -p kept/sub other/deep && echo 1 >kept/a.txt && echo 2 >kept/sub/b.txt"
                        + " && echo 3 >kept/sub/c.tmp && echo 4 >other/d.txt && echo 5 >e.txt && ln -s a.txt kept/link"
                        + " && chmod 750 kept && chmod 600 kept/a.txt");

        Snapshot snapshot = bench.save(origin, KEPT);
        Container restored = bench.restore(snapshot);

        assertThat(bench.says(restored, "cd /workspace && find . | sort"))
                .isEqualTo(".\n./kept\n./kept/a.txt\n./kept/link\n./kept/sub\n./kept/sub/b.txt\n");
        assertThat(bench.says(restored, "cd /workspace/kept && stat -c %a . a.txt && readlink link"))
                .isEqualTo("750\n600\na.txt\n");
        assertThat(snapshot.fileCount()).isEqualTo(2);
        assertThat(snapshot.size().bytes()).isPositive();
    }

    @Test
    void anExcludedDirectoryTakesAllBelowItAlong() {
        Container origin = bench.start();
        bench.says(
                origin, "mkdir -p /workspace/out/deep /data && echo 1 >/workspace/out/deep/file && echo 2 >/data/file");

        Container restored = bench.restored(origin, SnapshotOptions.ALL.excluding("workspace/out", "etc"));

        assertThat(bench.exists(restored, "/workspace/out")).isFalse();
        assertThat(bench.exists(restored, "/etc/passwd")).isTrue();
        assertThat(bench.says(restored, "cat /data/file")).isEqualTo("2\n");
    }

    @Test
    void whatIsNotChosenIsAsInTheImage() {
        Container origin = bench.start();
        String before = bench.says(origin, "cat /etc/passwd && stat -c %a /etc/passwd");
        bench.says(origin, "echo changed >/etc/passwd && chmod 600 /etc/passwd && rm /etc/group && echo 1 >/etc/added");

        Container restored = bench.restored(origin, KEPT);

        assertThat(bench.says(restored, "cat /etc/passwd && stat -c %a /etc/passwd"))
                .isEqualTo(before);
        assertThat(bench.exists(restored, "/etc/added")).isFalse();
        assertThat(bench.exists(restored, "/etc/group")).as("what was deleted").isFalse();
        assertThat(bench.says(restored, "ls /dev/null /proc/self/status /etc/hosts | wc -l"))
                .isEqualTo("3\n");
    }

    @Test
    void aFileIsThereUnderTheNameThatWasChosen() {
        Container origin = bench.start();
        bench.says(
                origin,
                "cd /workspace && mkdir kept && echo shared >a.tmp && ln a.tmp kept/one && ln a.tmp kept/two"
                        + " && echo 1 >kept/x && ln kept/x kept/y");

        Snapshot snapshot = bench.save(origin, KEPT);
        Container restored = bench.restore(snapshot);

        assertThat(bench.says(restored, "cd /workspace && find . -type f | sort && cat kept/one kept/two"))
                .isEqualTo("./kept/one\n./kept/two\n./kept/x\n./kept/y\nshared\nshared\n");
        assertThat(bench.says(restored, "stat -c %h /workspace/kept/y")).isEqualTo("2\n");
        assertThat(snapshot.fileCount()).isEqualTo(4);
    }

    @Test
    void namesAreTextAndNothingElse() {
        Container origin = bench.start();
        String name = "'-a b\\\"ü$x\n" + "n".repeat(200) + "'";
        bench.says(origin, "mkdir /workspace/kept && cd /workspace/kept && echo 1 >./" + name);

        assertThat(bench.says(bench.restored(origin, KEPT), "cat /workspace/kept/" + name))
                .isEqualTo("1\n");
    }

    @Test
    void aVolumeOfTheContainerIsPartOfIt() {
        Container origin = bench.start(request -> request.withHostConfig(HostConfig.newHostConfig()
                .withNetworkMode("none")
                .withReadonlyRootfs(true)
                .withMounts(List.of(new Mount().withType(MountType.VOLUME).withTarget("/workspace")))));
        bench.says(
                origin,
                "cd /workspace && mkdir kept && echo 1 >kept/file && chmod 640 kept/file && ln kept/file kept/other"
                        + " && echo 2 >left.txt");

        Snapshot whole = bench.save(origin, SnapshotOptions.ALL);
        assertThat(whole.fileCount()).isEqualTo(3);
        assertThat(bench.says(bench.restore(whole), "cd /workspace && stat -c %a:%h kept/file && cat left.txt"))
                .isEqualTo("640:2\n2\n");

        Container some = bench.restored(origin, KEPT);
        assertThat(bench.exists(some, "/workspace/left.txt")).isFalse();
        assertThat(bench.says(some, "cat /workspace/kept/other")).isEqualTo("1\n");
    }

    @Test
    void aVolumeOfTheImageIsPartOfItAndAVolumeAgain() {
        Container origin = bench.start(request -> request.withVolumes(new Volume("/data")));
        bench.says(origin, "echo 1 >/data/file");

        Container restored = bench.start(
                bench.snapshots().verify(bench.save(origin, SnapshotOptions.ALL)),
                request -> request.withVolumes(new Volume("/data")));

        assertThat(bench.says(restored, "cat /data/file")).isEqualTo("1\n");
    }

    @Test
    void nothingOfTheHostIsPartOfIt() throws IOException {
        Files.writeString(folder.resolve("file"), "of the host");
        Container origin = bench.start(request -> request.withHostConfig(HostConfig.newHostConfig()
                .withNetworkMode("none")
                .withMounts(List.of(new Mount().withType(MountType.VOLUME).withTarget("/workspace")))
                .withBinds(
                        Bind.parse(folder + ":/home"),
                        Bind.parse(folder + ":/workspace/in"),
                        Bind.parse(folder.resolve("file") + ":/mnt/single"))));
        bench.says(origin, "echo 1 >/workspace/own && ls /home/file /workspace/in/file /mnt/single");

        Snapshot snapshot = bench.save(origin, SnapshotOptions.ALL);
        Container restored = bench.restore(snapshot);

        assertThat(snapshot.fileCount()).isEqualTo(1);
        assertThat(bench.exists(restored, "/home/file")).isFalse();
        assertThat(bench.exists(restored, "/home/sandbox"))
                .as("what it covered")
                .isTrue();
        assertThat(bench.exists(restored, "/workspace/in/file")).isFalse();
        assertThat(bench.exists(restored, "/mnt/single")).isFalse();
        assertThat(bench.exists(restored, "/workspace/own")).isTrue();
    }

    @Test
    void twoSnapshotsWithDifferentFilesHaveDifferentChecksums() {
        Container origin = bench.start();
        bench.says(origin, "mkdir /workspace/kept && echo 1 >/workspace/kept/file");
        Snapshot first = bench.save(origin, KEPT);
        bench.says(origin, "echo 2 >/workspace/kept/file");

        assertThat(bench.save(origin, KEPT).checksum()).startsWith("sha256:").isNotEqualTo(first.checksum());
    }

    @Test
    void aMalformedPatternIsRefusedBeforeAnythingHappens() {
        Container origin = bench.start();

        assertThatThrownBy(() -> bench.save(origin, SnapshotOptions.ALL.including("[a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[a");
    }
}
