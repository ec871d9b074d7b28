package dev.sandboxed.wire.internal;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.DataSize;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a sandbox has used.
 *
 * @param memory bytes in use
 * @param peakMemory the most bytes that were in use
 * @param disk bytes of its disk that are taken; none where nobody counts that
 */
public record UsageWords(
        double cpuSeconds,
        long memory,
        long peakMemory,
        int processes,
        @Nullable Long disk) {

    public static UsageWords of(Usage usage) {
        return new UsageWords(
                Words.seconds(usage.cpuTime()),
                usage.memory().bytes(),
                usage.peakMemory().bytes(),
                usage.processes(),
                usage.disk().map(DataSize::bytes).orElse(null));
    }

    public Usage usage() {
        return new Usage(
                Words.duration(cpuSeconds),
                DataSize.ofBytes(memory),
                DataSize.ofBytes(peakMemory),
                processes,
                Optional.ofNullable(disk).map(DataSize::ofBytes));
    }
}
