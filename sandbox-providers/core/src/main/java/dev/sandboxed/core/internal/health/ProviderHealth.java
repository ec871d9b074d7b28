package dev.sandboxed.core.internal.health;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.health.HealthSnapshot;
import dev.sandboxed.core.internal.startup.StartupTimes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How one provider is: opened once, asked for capabilities and status now and then, and not asked for sandboxes again that it
 * has just failed to make. Safe from several threads.
 */
public final class ProviderHealth {

    private static final Logger LOG = System.getLogger(ProviderHealth.class.getName());

    /** Of the second that a status may take; one that finds nothing to ask says so at once. */
    private static final Duration LATE = Duration.ofMillis(500);

    /** How often a provider is asked whose answers come late. One that hangs is left out after six seconds. */
    private static final int TIMES = 4;

    /** What a host has to spare changes all the time. */
    private static final Duration HEADROOM_HOLDS = Duration.ofSeconds(1);

    private final String name;
    private final Function<String, SandboxProvider> opening;
    private final Checks checks;
    private final Runnable changed;
    private final CachedAnswer<Capabilities> declared;
    private final CachedAnswer<ProviderStatus> status;
    private final CachedAnswer<Optional<Headroom>> headroom;
    private final FailedCreations failures;
    private volatile @Nullable SandboxProvider opened;
    private @Nullable ProviderStatus lastStatus;
    private @Nullable Instant since;

    /**
     * Asks nothing yet.
     *
     * @param name its name
     * @param opening opens it by its name, once
     * @param checks how to ask, and how often
     * @param changed told when it may have to be judged differently
     */
    public ProviderHealth(String name, Function<String, SandboxProvider> opening, Checks checks, Runnable changed) {
        this.name = name;
        this.opening = opening;
        this.checks = checks;
        this.changed = changed;
        this.failures = new FailedCreations(name, checks.clock());
        this.declared = checks.remembering("capabilities-" + name, this::askForCapabilities);
        this.status = checks.remembering("status-" + name, this::askForStatus);
        this.headroom = checks.holding(HEADROOM_HOLDS)
                .remembering("headroom-" + name, () -> checks.probe().headroom(provider()));
    }

    /**
     * Returns it, opening it if need be.
     *
     * @throws SandboxException if it cannot be opened, or there is none of that name
     */
    public SandboxProvider provider() {
        SandboxProvider known = opened;
        if (known == null) {
            known = checks.probe().open(name, opening);
            opened = known;
        }
        return known;
    }

    /**
     * Returns what it declares, as of a short while ago.
     *
     * @throws SandboxException if it cannot be opened or asked
     */
    public Capabilities capabilities() {
        provider();
        return declared.get();
    }

    /**
     * Returns its status, as of a short while ago.
     *
     * @throws ProviderUnavailableException if it does not work on this host
     */
    public ProviderStatus.Available available() {
        return require(status.get());
    }

    /**
     * Refuses a creation that has just failed several times.
     *
     * @throws SandboxException of the kind of the last failure
     */
    public void refuseRepeatedFailure(SandboxSpec spec) {
        failures.refuse(spec);
    }

    /** Takes down that it has created a sandbox. */
    public void created(SandboxSpec spec) {
        failures.clear(spec);
    }

    /** Takes down that it could not create a sandbox; its status is asked for again before it is taken the next time. */
    public void failed(SandboxSpec spec, SandboxException failure) {
        failures.add(spec, failure);
        status.forget();
        declared.forget();
        changed.run();
    }

    /**
     * Returns what its host has to spare, as of a short while ago; empty if it does not say.
     *
     * @throws SandboxException if it cannot be opened or asked
     */
    public Optional<Headroom> headroom() {
        return headroom.get();
    }

    /**
     * Returns how it is. Its status is that of the last time; it is asked for its sandboxes and for what its host has to spare
     * if it works.
     */
    public HealthSnapshot snapshot(StartupTimes startups) {
        OptionalInt live = OptionalInt.empty();
        Optional<Headroom> spare = Optional.empty();
        if (works()) {
            try {
                live = OptionalInt.of(checks.probe().list(provider()).size());
                spare = checks.probe().headroom(provider());
            } catch (SandboxException e) {
                LOG.log(Level.DEBUG, "Provider " + name + " does not tell everything about itself", e);
            }
        }
        return snapshot(live, spare, startups.of(name));
    }

    private synchronized boolean works() {
        return lastStatus instanceof ProviderStatus.Available;
    }

    private synchronized HealthSnapshot snapshot(
            OptionalInt live, Optional<Headroom> spare, Optional<Duration> startup) {
        return new HealthSnapshot(
                name,
                Optional.ofNullable(lastStatus),
                Optional.ofNullable(since),
                Optional.ofNullable(status.lastAsked()),
                live,
                spare,
                startup,
                Optional.ofNullable(failures.last()).map(SandboxException::what));
    }

    private ProviderStatus askForStatus() {
        ProviderStatus told;
        try {
            told = insist(() -> require(checks.probe().status(provider())));
        } catch (ProviderUnavailableException e) {
            told = new ProviderStatus.Unavailable(e.what(), e.remedy().orElse(""));
        }
        note(told);
        return told;
    }

    private Capabilities askForCapabilities() {
        return insist(() -> checks.probe().capabilities(provider()));
    }

    /** A machine that is busy makes answers come late, and those are bad ones then: what took long is asked for again. */
    private static <T> T insist(Supplier<T> question) {
        for (int asked = 1; ; asked++) {
            long began = System.nanoTime();
            try {
                return question.get();
            } catch (ProviderUnavailableException e) {
                if (asked == TIMES || System.nanoTime() - began < LATE.toNanos()) {
                    throw e;
                }
            }
        }
    }

    private ProviderStatus.Available require(ProviderStatus told) {
        if (told instanceof ProviderStatus.Available works) {
            return works;
        }
        ProviderStatus.Unavailable not = (ProviderStatus.Unavailable) told;
        throw new ProviderUnavailableException(
                Fault.of(not.reason()).provider(name).remedy(not.remedy().isEmpty() ? null : not.remedy()));
    }

    private synchronized void note(ProviderStatus told) {
        ProviderStatus before = lastStatus;
        lastStatus = told;
        if (before != null && before.isAvailable() == told.isAvailable()) {
            return;
        }
        since = checks.clock().instant();
        changed.run();
        if (before != null && told instanceof ProviderStatus.Unavailable not) {
            LOG.log(Level.WARNING, "Provider {0} does not work any more, and is left out: {1}", name, not.reason());
        } else if (before != null) {
            LOG.log(Level.INFO, "Provider {0} works again", name);
        }
    }
}
