package dev.sandboxed.wire.internal;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.DataSize;

/**
 * What a sandbox has used.
 *
 * @param memory bytes in use
 * @param peakMemory the most bytes that were in use
 */
public record UsageWords(double cpuSeconds, long memory, long peakMemory, int processes) {

    public static UsageWords of(Usage usage) {
        return new UsageWords(
                Words.seconds(usage.cpuTime()),
                usage.memory().bytes(),
                usage.peakMemory().bytes(),
                usage.processes());
    }

    public Usage usage() {
        return new Usage(Words.duration(cpuSeconds), DataSize.ofBytes(memory), DataSize.ofBytes(peakMemory), processes);
    }
}
