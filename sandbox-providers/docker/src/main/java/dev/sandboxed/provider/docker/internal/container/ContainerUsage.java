package dev.sandboxed.provider.docker.internal.container;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.DataSize;
import java.time.Duration;

/** Reads what the engine measures. */
final class ContainerUsage {

    private ContainerUsage() {}

    /** Newer control groups tell no peak through the engine; then what is used now is the most that is known. */
    static Usage of(JsonNode statistics) {
        JsonNode memory = statistics.path("memory_stats");
        long now = memory.path("usage").asLong();
        return new Usage(
                Duration.ofNanos(
                        statistics.at("/cpu_stats/cpu_usage/total_usage").asLong()),
                DataSize.ofBytes(now),
                DataSize.ofBytes(Math.max(now, memory.path("max_usage").asLong())),
                statistics.at("/pids_stats/current").asInt());
    }
}
