package dev.sandboxed.process.posix;

import com.sun.jna.Pointer;
import java.time.Duration;

/**
 * What a process used until its end.
 *
 * @param cpuTime in user and in kernel mode together
 * @param peakMemory the largest resident size, in bytes
 */
public record ResourceUsage(Duration cpuTime, long peakMemory) {

    static final ResourceUsage NONE = new ResourceUsage(Duration.ZERO, 0);

    /** Read C's {@code struct rusage}: two times of seconds and microseconds, then the largest resident size. */
    static ResourceUsage read(Pointer memory, long offset) {
        Duration user = time(memory, offset);
        Duration system = time(memory, offset + 16);
        long unit = HostPlatform.current() == HostPlatform.LINUX ? 1024 : 1;
        return new ResourceUsage(user.plus(system), memory.getLong(offset + 32) * unit);
    }

    private static Duration time(Pointer memory, long offset) {
        return Duration.ofSeconds(memory.getLong(offset)).plusNanos(memory.getInt(offset + 8) * 1_000L);
    }
}
