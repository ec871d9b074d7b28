package dev.sandboxed.api;

import dev.sandboxed.api.limit.DataSize;
import java.time.Duration;

/**
 * What a sandbox has used so far.
 *
 * @param cpuTime processor time of all its processes, dead ones included
 * @param memory memory in use now
 * @param peakMemory the most memory that was in use at once, as far as the provider saw
 * @param processes processes alive now
 */
public record Usage(Duration cpuTime, DataSize memory, DataSize peakMemory, int processes) {}
