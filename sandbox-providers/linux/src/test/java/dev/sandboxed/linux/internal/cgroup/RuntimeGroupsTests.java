package dev.sandboxed.linux.internal.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups at the top of the hierarchies, where container runtimes make them; most on folders that look like the kernel's. */
class RuntimeGroupsTests {

    private static final Limits LIMITS =
            Limits.builder().memory(DataSize.ofMebibytes(64)).cpus(0.5).build();

    @TempDir
    Path top;

    @Test
    void oneHierarchyForAllIsKnownByItsListOfControllers() throws IOException {
        Files.writeString(top.resolve("cgroup.controllers"), "cpuset cpu io memory\n");

        Layout layout = LayoutFinder.atTheTop(top);

        assertThat(layout).isEqualTo(new UnifiedLayout(top, Set.of(Controller.CPU, Controller.MEMORY)));
        assertThat(layout.canFreeze()).isTrue();
    }

    @Test
    void eachHierarchyIsKnownByTheNamesOfItsControllersAndLinksToItAreSkipped() throws IOException {
        Path both = Files.createDirectory(top.resolve("cpu,cpuacct"));
        Path devices = Files.createDirectory(top.resolve("devices"));
        Files.createSymbolicLink(top.resolve("cpu"), both);

        Layout layout = LayoutFinder.atTheTop(top);

        assertThat(layout).isEqualTo(new LegacyLayout(Map.of("cpu", both, "cpuacct", both, "devices", devices)));
        assertThat(layout.foldersOf("one")).containsExactlyInAnyOrder(both.resolve("one"), devices.resolve("one"));
        assertThat(layout.canFreeze()).isFalse();
    }

    @Test
    void aHostWithoutControlGroupsHasNone() {
        assertThat(LayoutFinder.atTheTop(top.resolve("absent")).foldersOf("one"))
                .isEmpty();
    }

    @Test
    void ofTheOlderLayoutOnlyTheMemoryIsPrepared() throws IOException {
        for (String controller : new String[] {"memory", "pids"}) {
            Files.createDirectory(top.resolve(controller));
        }

        new ControlGroup(LayoutFinder.atTheTop(top), "one").prepare(LIMITS);

        assertThat(top.resolve("memory/one/memory.limit_in_bytes")).hasContent(String.valueOf(64 << 20));
        assertThat(top.resolve("pids/one")).doesNotExist();
    }

    @Test
    void ofTheNewerLayoutMemoryAndProcessorsArePreparedAndHandedDown() throws IOException {
        Files.writeString(top.resolve("cgroup.controllers"), "cpu memory pids\n");

        new ControlGroup(LayoutFinder.atTheTop(top), "one").prepare(LIMITS);

        assertThat(top.resolve("cgroup.subtree_control")).hasContent("+memory +cpu +pids");
        assertThat(top.resolve("one/memory.max")).hasContent(String.valueOf(64 << 20));
        assertThat(top.resolve("one/cpu.max")).hasContent("50000 100000");
        assertThat(top.resolve("one/pids.max")).doesNotExist();
    }

    @Test
    void withoutALimitOfMemoryNothingIsPrepared() throws IOException {
        Files.createDirectory(top.resolve("memory"));

        new ControlGroup(LayoutFinder.atTheTop(top), "one").prepare(Limits.NONE);

        assertThat(top.resolve("memory")).isEmptyDirectory();
    }

    @Test
    void everyProcessIsKilledEvenAFrozenOneAndTheGroupCanBeRemoved() throws Exception {
        ControlGroups groups = ControlGroups.ofRuntimes();
        assumeTrue(groups.canFreeze(), "this host cannot freeze control groups");
        ControlGroup group = groups.of("test-" + UUID.randomUUID());
        Path joined = group.folders().stream()
                .filter(folder -> group.freezer().orElseThrow().control().startsWith(folder))
                .findFirst()
                .orElseThrow();
        assumeTrue(Files.isWritable(joined.getParent()), "it takes root to make groups there");
        Files.createDirectory(joined);
        Process process = new ProcessBuilder(
                        "/bin/sh", "-c", "echo 0 >\"$1/cgroup.procs\" && echo in && exec sleep 600", "sh", "" + joined)
                .start();
        try {
            assertThat(process.inputReader().readLine()).isEqualTo("in");
            assertThat(group.exists()).isTrue();
            group.freeze();

            assertThat(group.killAll()).isTrue();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
            group.letGo();
            group.remove();
        }
        assertThat(group.exists()).isFalse();
    }
}
