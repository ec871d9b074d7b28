package dev.sandboxed.linux.internal.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The newer layout on files that look like the kernel's. */
class UnifiedLayoutTests {

    @TempDir
    Path parent;

    private Path group;
    private Layout layout;

    @BeforeEach
    void prepare() throws IOException {
        group = Files.createDirectory(parent.resolve("one"));
        for (String file : new String[] {"pids.max", "memory.max", "memory.swap.max", "cpu.max"}) {
            Files.writeString(group.resolve(file), "max");
        }
        layout = new UnifiedLayout(parent, Set.of(Controller.values()));
    }

    @Test
    void limitsAreWrittenAsTheKernelReadsThem() throws IOException {
        layout.limit(
                "one",
                Limits.builder()
                        .memory(DataSize.ofMebibytes(64))
                        .cpus(0.5)
                        .processes(30)
                        .build());
        assertThat(group.resolve("memory.max")).hasContent(String.valueOf(64 << 20));
        assertThat(group.resolve("memory.swap.max")).hasContent("0");
        assertThat(group.resolve("cpu.max")).hasContent("50000 100000");
        assertThat(group.resolve("pids.max")).hasContent("30");
    }

    @Test
    void withoutLimitsOnlyProcessesAreBounded() throws IOException {
        layout.limit("one", Limits.NONE);
        assertThat(group.resolve("memory.max")).hasContent("max");
        assertThat(group.resolve("cpu.max")).hasContent("max");
        assertThat(group.resolve("pids.max")).hasContent("1024");
    }

    @Test
    void usageAndKillsAreRead() throws IOException {
        Files.writeString(group.resolve("memory.current"), "4096\n");
        Files.writeString(group.resolve("memory.peak"), "8192\n");
        Files.writeString(group.resolve("pids.current"), "3\n");
        Files.writeString(group.resolve("cpu.stat"), "usage_usec 1500\nuser_usec 1000\n");
        Files.writeString(group.resolve("memory.events"), "oom 3\noom_kill 2\n");
        assertThat(layout.usage("one"))
                .contains(new Usage(Duration.ofNanos(1_500_000), DataSize.ofBytes(4096), DataSize.ofBytes(8192), 3));
        assertThat(layout.outOfMemoryKills("one")).isEqualTo(2);
    }
}
