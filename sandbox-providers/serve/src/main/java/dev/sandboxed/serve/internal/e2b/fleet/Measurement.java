package dev.sandboxed.serve.internal.e2b.fleet;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What a sandbox uses at one moment.
 *
 * @param at when
 * @param cpus how many processors it has
 * @param cpuPercent how much of one processor it used since it was created, on average
 * @param memory bytes in use
 * @param memoryLimit bytes that it may use
 * @param disk bytes that its files take; 0 where nobody counts them
 * @param diskLimit bytes that its files may have
 */
public record Measurement(
        Instant at, int cpus, double cpuPercent, long memory, long memoryLimit, long disk, long diskLimit) {

    private static final DataSize USUAL_MEMORY = DataSize.ofMebibytes(512);
    private static final DataSize USUAL_DISK = DataSize.ofGibibytes(1);

    /** Measures; empty where the provider cannot, or the sandbox is gone. */
    public static Optional<Measurement> of(Resident resident) {
        Usage usage;
        try {
            usage = resident.sandbox().usage();
        } catch (SandboxException cannotOrIsGone) {
            return Optional.empty();
        }
        Limits limits = resident.sandbox().spec().limits();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        Duration age = Duration.between(resident.startedAt(), now).plusMillis(1);
        return Optional.of(new Measurement(
                now,
                cpus(limits),
                100.0 * usage.cpuTime().toNanos() / age.toNanos(),
                usage.memory().bytes(),
                memory(limits).bytes(),
                usage.disk().map(DataSize::bytes).orElse(0L),
                disk(limits).bytes()));
    }

    /** Returns how many processors a sandbox has: those of the host, if there is no limit. */
    public static int cpus(Limits limits) {
        return limits.cpus().isPresent()
                ? (int) Math.ceil(limits.cpus().getAsDouble())
                : Runtime.getRuntime().availableProcessors();
    }

    /** Returns how much memory a sandbox has: what E2B gives, if there is no limit. */
    public static DataSize memory(Limits limits) {
        return limits.memory().orElse(USUAL_MEMORY);
    }

    /** Returns how large its files may be: what E2B gives, if there is no limit. */
    public static DataSize disk(Limits limits) {
        return limits.disk().orElse(USUAL_DISK);
    }
}
