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

    /** Whether sandboxes are made ahead. */
    private enum Pool {
        ON,
        OFF
    }

    private PoolSettings() {}

    /**
     * Returns what bounds the pool; where nothing is set, what suits this machine.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if a value cannot be used
     */
    public static PoolLimits read(Configuration configuration) {
        PoolLimits usual = PoolLimits.of(Runtime.getRuntime().availableProcessors(), memoryOfThisMachine());
        int ahead = configuration
                .parsed(ConfigKey.POOL_AHEAD, text -> Numbers.atLeast(0, text))
                .orElse(usual.ahead());
        boolean off = configuration
                .choice(ConfigKey.POOL, Pool.class)
                .filter(Pool.OFF::equals)
                .isPresent();
        return usual.withAhead(off ? 0 : ahead)
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
