package dev.sandboxed.api;

import java.time.Duration;
import java.time.Instant;

/**
 * The process a sandbox belongs to and dies with.
 *
 * @param pid its process id
 * @param started when it started, so that a later process with the same id is not taken for it
 */
public record Owner(long pid, Instant started) {

    /** Start times are derived from the clock at boot, which may be corrected by a little afterwards. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    /** Describe this process. */
    public static Owner current() {
        return of(ProcessHandle.current());
    }

    private static Owner of(ProcessHandle process) {
        return new Owner(process.pid(), process.info().startInstant().orElse(Instant.EPOCH));
    }

    /** Tell whether the process still lives. */
    public boolean isAlive() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(process -> Duration.between(of(process).started(), started).abs())
                .filter(difference -> difference.compareTo(TOLERANCE) <= 0)
                .isPresent();
    }
}
