package dev.sandboxed.linux.internal.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees of control groups that other hosts have, as folders. */
class LayoutFinderTests {

    @TempDir
    Path folder;

    private Path proc;
    private Path top;

    @BeforeEach
    void prepare() throws IOException {
        proc = Files.createDirectory(folder.resolve("proc"));
        top = Files.createDirectory(folder.resolve("cgroup"));
    }

    private Layout find(Set<Path> unusable) {
        return new LayoutFinder(proc, path -> !unusable.contains(path)).find();
    }

    private void unified(String own, String... offers) throws IOException {
        Files.writeString(proc.resolve("cgroup"), "0::" + own + "\n");
        Files.writeString(proc.resolve("mountinfo"), mount("/", top, "cgroup2", "rw,nsdelegate"));
        for (String offer : offers) {
            String[] parts = offer.split("=", -1);
            Path group = Files.createDirectories(top.resolve(parts[0]));
            Files.writeString(group.resolve("cgroup.subtree_control"), parts[1] + "\n");
        }
    }

    private static String mount(String root, Path point, String type, String options) {
        return "30 23 0:26 " + root + " " + point + " rw,nosuid shared:4 - " + type + " " + type + " " + options + "\n";
    }

    @Test
    void theNearestGroupWithTheMostControllersIsTakenInTheNewerTree() throws IOException {
        unified(
                "/user/app/run.scope",
                "user/app/run.scope=",
                "user/app=memory pids",
                "user=cpu memory pids",
                "=cpuset cpu io memory pids");
        assertThat(find(Set.of()))
                .isEqualTo(new UnifiedLayout(
                        top.resolve("user"), Set.of(Controller.CPU, Controller.MEMORY, Controller.PIDS)));
    }

    @Test
    void aGroupThatWasNotDelegatedIsLeftAlone() throws IOException {
        unified("/user/app/run.scope", "user/app/run.scope=", "user/app=memory pids", "user=cpu memory pids");
        assertThat(find(Set.of(top.resolve("user"))))
                .isEqualTo(new UnifiedLayout(top.resolve("user/app"), Set.of(Controller.MEMORY, Controller.PIDS)));
        assertThat(find(Set.of(top.resolve("user"), top.resolve("user/app"))).controllers())
                .isEmpty();
    }

    @Test
    void eachControllerHasATreeInTheOlderLayout() throws IOException {
        Path memory = Files.createDirectories(top.resolve("memory/job"));
        Path cpu = Files.createDirectories(top.resolve("cpu,cpuacct"));
        Files.writeString(proc.resolve("cgroup"), "4:memory:/job\n1:cpu,cpuacct:/\n3:pids:/gone\n");
        Files.writeString(
                proc.resolve("mountinfo"),
                mount("/", top.resolve("memory"), "cgroup", "rw,memory") + mount("/", cpu, "cgroup", "rw,cpu,cpuacct"));
        Layout found = find(Set.of());
        assertThat(found.controllers()).containsExactly(Controller.CPU, Controller.MEMORY);
        assertThat(found.foldersOf("one")).containsExactlyInAnyOrder(memory.resolve("one"), cpu.resolve("one"));
        assertThat(find(Set.of(memory)).controllers()).containsExactly(Controller.CPU);
    }

    @Test
    void aContainerSeesOnlyItsPartOfATree() throws IOException {
        Files.createDirectories(top.resolve("job"));
        Files.writeString(proc.resolve("cgroup"), "4:memory:/docker/1234/job\n");
        Files.writeString(proc.resolve("mountinfo"), mount("/docker/1234", top, "cgroup", "rw,memory"));
        assertThat(find(Set.of()).foldersOf("one")).isEqualTo(List.of(top.resolve("job/one")));
    }

    @Test
    void withoutControlGroupsNothingIsClaimed() {
        assertThat(find(Set.of()).controllers()).isEmpty();
    }
}
