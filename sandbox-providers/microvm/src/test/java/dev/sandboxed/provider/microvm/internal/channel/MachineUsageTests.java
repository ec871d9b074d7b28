package dev.sandboxed.provider.microvm.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.DataSize;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MachineUsageTests {

    @Test
    void figuresAreThoseOfTheFilesThatTheyAreIn() {
        MachineUsage read = MachineUsage.read("""
                [memory.current]
                2154496
                [memory.peak]
                2322432
                [memory.events]
                oom 3
                oom_kill 2
                [pids.current]
                4
                [cgroup.events]
                populated 1
                frozen 1
                [cpu.stat]
                usage_usec 4336698
                user_usec 388973
                """);

        assertThat(read.usage())
                .isEqualTo(new Usage(
                        Duration.ofNanos(4_336_698_000L), DataSize.ofBytes(2154496), DataSize.ofBytes(2322432), 4));
        assertThat(read.outOfMemoryKills()).isEqualTo(2);
        assertThat(read.frozen()).isTrue();
    }

    @Test
    void tellsWhatIsTakenOfTheDriveAndWhetherItIsFull() {
        String drive = "[cpu.stat]\nusage_usec 7\n[disk]\nsize 33554432\ntaken 31457280\nleft ";

        assertThat(MachineUsage.read(drive + "2097152\n").usage().disk()).contains(DataSize.ofMebibytes(30));
        assertThat(MachineUsage.read(drive + "2097152\n").diskFull()).isFalse();
        assertThat(MachineUsage.read(drive + "4096\n").diskFull()).isTrue();
    }

    @Test
    void whatAKernelDoesNotTellIsZeroAndThePeakIsWhatIsUsedNow() {
        MachineUsage read = MachineUsage.read("[memory.current]\n4096\n[memory.peak]\n[cpu.stat]\n");

        assertThat(read.usage()).isEqualTo(new Usage(Duration.ZERO, DataSize.ofBytes(4096), DataSize.ofBytes(4096), 0));
        assertThat(read.frozen()).isFalse();
        assertThat(read.diskFull()).isFalse();
    }
}
