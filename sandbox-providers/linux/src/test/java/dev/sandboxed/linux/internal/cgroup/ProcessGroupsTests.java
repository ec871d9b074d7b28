package dev.sandboxed.linux.internal.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessGroupsTests {

    @TempDir
    Path root;

    @Test
    void aProcessIsInTheGroupsThatTheKernelNames() throws IOException {
        Files.writeString(
                Files.createDirectories(root.resolve("proc/77")).resolve("cgroup"), "2:pids:/docker/0a0b\n0::/\n");

        assertThat(ProcessGroups.mention(root, 77, "0a0b")).isTrue();
        assertThat(ProcessGroups.mention(root, 77, "0c0d")).isFalse();
    }

    @Test
    void aProcessThatHasEndedIsInNone() {
        assertThat(ProcessGroups.mention(root, 78, "")).isFalse();
    }
}
