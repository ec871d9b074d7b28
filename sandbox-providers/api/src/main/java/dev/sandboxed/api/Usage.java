package dev.sandboxed.api;

import dev.sandboxed.api.limit.DataSize;
import java.time.Duration;
import java.util.Optional;

/**
 * What a sandbox has used so far.
 *
 * @param cpuTime processor time of all its processes, dead ones included
 * @param memory memory in use now
 * @param peakMemory the most memory that was in use at once, as far as the provider saw
 * @param processes processes alive now
 * @param disk how much of its disk is taken now; empty where nobody counts that, as without a limit of it
 */
public record Usage(Duration cpuTime, DataSize memory, DataSize peakMemory, int processes, Optional<DataSize> disk) {

    /** Creates one that tells nothing of the disk. */
    public Usage(Duration cpuTime, DataSize memory, DataSize peakMemory, int processes) {
        this(cpuTime, memory, peakMemory, processes, Optional.empty());
    }

    /** Returns the same with what is known of the disk. */
    public Usage withDisk(Optional<DataSize> taken) {
        return new Usage(cpuTime, memory, peakMemory, processes, taken);
    }
}
