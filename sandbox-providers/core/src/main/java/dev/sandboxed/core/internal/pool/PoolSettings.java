package dev.sandboxed.core.internal.pool;

import com.sun.management.OperatingSystemMXBean;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Durations;
import dev.sandboxed.core.internal.config.Numbers;
import java.lang.management.ManagementFactory;

/** Reads what bounds a pool from the settings. */
public final class PoolSettings {

    private PoolSettings() {}

    /**
     * Returns what bounds the pool; where nothing is set, what suits this machine.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if a value cannot be used
     */
    public static PoolLimits read(Configuration configuration) {
        return read(configuration, 1);
    }

    /**
     * Returns what bounds a pool that several processes share: where nothing is set, twice of what suits one.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if a value cannot be used
     */
    public static PoolLimits readShared(Configuration configuration) {
        return read(configuration, 2);
    }

    private static PoolLimits read(Configuration configuration, int times) {
        PoolLimits usual = PoolLimits.of(times * Runtime.getRuntime().availableProcessors(), memoryOfThisMachine());
        int ahead = configuration
                .parsed(ConfigKey.POOL_AHEAD, text -> Numbers.atLeast(0, text))
                .orElse(usual.ahead());
        return usual.withAhead(configuration.hasPool() ? ahead : 0)
                .withLive(configuration
                        .parsed(ConfigKey.POOL_LIVE, text -> Numbers.atLeast(1, text))
                        .orElse(usual.live()))
                .withIdle(configuration
                        .parsed(ConfigKey.POOL_IDLE, Durations::parse)
                        .orElse(usual.idle()));
    }

    /** Where this JVM is in a container, it is that of the container. */
    private static DataSize memoryOfThisMachine() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? DataSize.ofBytes(system.getTotalMemorySize())
                : DataSize.ofBytes(Runtime.getRuntime().maxMemory());
    }
}
