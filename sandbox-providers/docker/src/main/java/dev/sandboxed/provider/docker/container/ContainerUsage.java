package dev.sandboxed.provider.docker.container;

import com.github.dockerjava.api.model.MemoryStatsConfig;
import com.github.dockerjava.api.model.Statistics;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.DataSize;
import java.time.Duration;
import java.util.Optional;

/** Reads what the engine measures. */
final class ContainerUsage {

    private ContainerUsage() {}

    /** Newer control groups tell no peak through the engine; then what is used now is the most that is known. */
    static Usage of(Statistics statistics) {
        Optional<MemoryStatsConfig> memory = Optional.ofNullable(statistics.getMemoryStats());
        long now = memory.map(MemoryStatsConfig::getUsage).orElse(0L);
        long peak = memory.map(MemoryStatsConfig::getMaxUsage).orElse(0L);
        long nanos = Optional.ofNullable(statistics.getCpuStats())
                .flatMap(cpu -> Optional.ofNullable(cpu.getCpuUsage()))
                .flatMap(cpu -> Optional.ofNullable(cpu.getTotalUsage()))
                .orElse(0L);
        long processes = Optional.ofNullable(statistics.getPidsStats())
                .flatMap(pids -> Optional.ofNullable(pids.getCurrent()))
                .orElse(0L);
        return new Usage(
                Duration.ofNanos(nanos), DataSize.ofBytes(now), DataSize.ofBytes(Math.max(now, peak)), (int) processes);
    }
}
