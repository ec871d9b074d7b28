package dev.sandboxed.linux.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostHeadroomTests {

    @TempDir
    Path root;

    @BeforeEach
    void makeAHost() throws IOException {
        write("proc/meminfo", "MemTotal:       16384000 kB\nMemAvailable:    1048576 kB\n");
        write("proc/loadavg", "0.20 0.18 0.12 2/80 11206\n");
        write("proc/sys/kernel/pid_max", "4194304\n");
        write("proc/self/cgroup", "");
    }

    @Test
    void countsWhatTheKernelTells() {
        Headroom spare = measure();

        assertThat(spare.cpus()).isEqualTo(3);
        assertThat(spare.memory()).isEqualTo(DataSize.ofGibibytes(1));
        assertThat(spare.sandboxes()).isEqualTo(64);
        assertThat(spare.disk().bytes()).isPositive();
    }

    @Test
    void aGroupThatLeavesLessMemoryCounts() throws IOException {
        write("proc/self/cgroup", "0::/job/step\n");
        write("sys/fs/cgroup/job/memory.max", "104857600\n");
        write("sys/fs/cgroup/job/memory.current", "62914560\n");
        write("sys/fs/cgroup/job/memory.stat", "anon 1\ninactive_file 10485760\n");
        write("sys/fs/cgroup/job/step/memory.max", "max\n");

        assertThat(measure().memory()).isEqualTo(DataSize.ofMebibytes(50));
        assertThat(measure().sandboxes()).isEqualTo(3);
    }

    @Test
    void aGroupOfTheOldKindCounts() throws IOException {
        write("proc/self/cgroup", "3:cpu,cpuacct:/\n2:memory:/job\n");
        write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "10485760\n");
        write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "10485760\n");
        write("sys/fs/cgroup/memory/job/memory.stat", "cache 1\ntotal_inactive_file 0\n");

        assertThat(measure().memory()).isEqualTo(DataSize.ZERO);
        assertThat(measure().sandboxes()).isZero();
    }

    @Test
    void moreThatRunsThanThereAreProcessorsLeavesNone() throws IOException {
        write("proc/loadavg", "9.20 9.18 9.12 20/80 11206\n");

        assertThat(measure().cpus()).isZero();
    }

    @Test
    void numbersOfProcessesRunOut() throws IOException {
        write("proc/sys/kernel/pid_max", "100\n");

        assertThat(measure().sandboxes()).isEqualTo(2);
    }

    @Test
    void whereTheKernelDoesNotTellNobodyGuesses() throws IOException {
        write("proc/meminfo", "MemTotal: 16384000 kB\n");

        assertThat(new HostHeadroom(root, 4).at(root)).isEmpty();
    }

    @Test
    void thisHostHasSomeToSpareAlsoWhereTheFolderIsNotMadeYet() {
        assertThat(HostHeadroom.measure(root.resolve("not/made/yet"))).hasValueSatisfying(spare -> {
            assertThat(spare.memory().bytes()).isPositive();
            assertThat(spare.sandboxes()).isPositive();
            assertThat(spare.disk().bytes()).isPositive();
        });
    }

    private Headroom measure() {
        return new HostHeadroom(root, 4).at(root).orElseThrow();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
