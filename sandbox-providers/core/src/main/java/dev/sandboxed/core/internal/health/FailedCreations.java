package dev.sandboxed.core.internal.health;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.config.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong lately when one provider created sandboxes. After a few failures of the same spec it is not asked for that
 * spec again for a while, which becomes longer each time, up to a limit. Other specs are not concerned: what is wrong with the
 * provider itself, its status says. Safe from several threads.
 */
final class FailedCreations {

    private static final int TOLERATED = 3;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final int MOST_SPECS = 100;

    private final String provider;
    private final InstantSource clock;
    private final Map<SandboxSpec, Series> failing = new LinkedHashMap<>();
    private @Nullable SandboxException last;

    /** Failures one after the other, the last of them, and until when it is left at that. */
    private record Series(int count, SandboxException last, Instant until) {}

    FailedCreations(String provider, InstantSource clock) {
        this.provider = provider;
        this.clock = clock;
    }

    /** Takes down a failure, if it is one of the provider and not of what was asked. */
    synchronized void add(SandboxSpec spec, SandboxException failure) {
        boolean counts = failure instanceof SandboxStartException
                || failure instanceof ProviderUnavailableException
                || failure instanceof SandboxTransportException;
        if (!counts) {
            return;
        }
        last = failure;
        Series before = failing.remove(spec);
        int count = before == null ? 1 : before.count() + 1;
        failing.put(spec, new Series(count, failure, clock.instant().plus(pauseAfter(count))));
        if (failing.size() > MOST_SPECS) {
            failing.remove(failing.keySet().iterator().next());
        }
    }

    synchronized void clear(SandboxSpec spec) {
        failing.remove(spec);
    }

    /** Returns what went wrong last, if anything did. */
    synchronized @Nullable SandboxException last() {
        return last;
    }

    /**
     * Refuses a creation that would fail again.
     *
     * @throws SandboxException of the kind of the last failure
     */
    synchronized void refuse(SandboxSpec spec) {
        Series series = failing.get(spec);
        if (series == null || series.count() < TOLERATED) {
            return;
        }
        Duration left = Duration.between(clock.instant(), series.until());
        if (left.isNegative() || left.isZero()) {
            return;
        }
        SandboxException failure = series.last();
        Fault fault = Fault.of("Provider '" + provider + "': the last " + series.count()
                        + " creations of such a sandbox failed, and it is asked again in "
                        + Durations.write(Duration.ofSeconds(left.toSeconds() + 1)) + "; the last said: "
                        + failure.what())
                .provider(provider)
                .remedy(failure.remedy().orElse(null))
                .cause(failure);
        throw failure instanceof ProviderUnavailableException
                ? new ProviderUnavailableException(fault)
                : new SandboxStartException(fault);
    }

    private static Duration pauseAfter(int count) {
        if (count < TOLERATED) {
            return Duration.ZERO;
        }
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(count - TOLERATED, 10));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
}
