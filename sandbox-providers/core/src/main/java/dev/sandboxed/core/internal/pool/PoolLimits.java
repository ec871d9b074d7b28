package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;

/**
 * What bounds a pool.
 *
 * @param ahead how many sandboxes are ready or being made ahead at most; none if it is zero
 * @param makers how many are being made ahead at the same time at most
 * @param live how many live at most, those in use included; a claim waits for its turn
 * @param memory how much memory all that are ready or being made ahead may be allowed
 * @param idle how long a sandbox may be ready before it is destroyed unused
 */
public record PoolLimits(int ahead, int makers, int live, DataSize memory, Duration idle) {

    /** What a sandbox is taken to need that has no limit. */
    private static final DataSize USUAL_MEMORY = DataSize.ofMebibytes(64);

    private static final int FEWEST_AHEAD = 4;
    private static final int MOST_AHEAD = 16;
    private static final Duration IDLE = Duration.ofMinutes(10);

    /** Returns what suits a machine: work for its processors, and at most a quarter of its memory. */
    public static PoolLimits of(int processors, DataSize memory) {
        return new PoolLimits(
                Math.min(MOST_AHEAD, Math.max(FEWEST_AHEAD, 2 * processors)),
                processors,
                Integer.MAX_VALUE,
                DataSize.ofBytes(memory.bytes() / 4),
                IDLE);
    }

    /** Returns how many bytes of memory a sandbox may use, or is taken to. */
    static long memoryOf(SandboxSpec spec) {
        return spec.limits().memory().orElse(USUAL_MEMORY).bytes();
    }

    public PoolLimits withAhead(int most) {
        return new PoolLimits(most, makers, live, memory, idle);
    }

    public PoolLimits withMakers(int most) {
        return new PoolLimits(ahead, most, live, memory, idle);
    }

    public PoolLimits withLive(int most) {
        return new PoolLimits(ahead, makers, most, memory, idle);
    }

    public PoolLimits withMemory(DataSize most) {
        return new PoolLimits(ahead, makers, live, most, idle);
    }

    public PoolLimits withIdle(Duration longest) {
        return new PoolLimits(ahead, makers, live, memory, longest);
    }
}
