package dev.sandboxed.process.internal.posix;

import com.sun.jna.Pointer;
import java.time.Duration;

/**
 * What a process used until its end.
 *
 * <p>The largest memory is left out although the system tells it: for a child that shared our memory until it became
 * another program, as ours do, it is that of the JVM.
 *
 * @param cpuTime in user and in kernel mode together
 */
public record ResourceUsage(Duration cpuTime) {

    static final ResourceUsage NONE = new ResourceUsage(Duration.ZERO);

    /** Reads C's {@code struct rusage}, which begins with two times of seconds and microseconds. */
    static ResourceUsage read(Pointer memory, long offset) {
        return new ResourceUsage(time(memory, offset).plus(time(memory, offset + 16)));
    }

    private static Duration time(Pointer memory, long offset) {
        return Duration.ofSeconds(memory.getLong(offset)).plusNanos(memory.getInt(offset + 8) * 1_000L);
    }
}
