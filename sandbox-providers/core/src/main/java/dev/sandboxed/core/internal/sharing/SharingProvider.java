package dev.sandboxed.core.internal.sharing;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Attempts;
import dev.sandboxed.api.spi.ExpectingProvider;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.core.internal.health.BackgroundThread;
import dev.sandboxed.core.internal.health.CachedAnswer;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A provider that takes its sandboxes from a shared pool. What the pool cannot make, since it is bound to this process, the provider
 * makes itself, and everything while the pool does not answer. Safe from several threads.
 */
final class SharingProvider extends ForwardingSandboxProvider implements ExpectingProvider {

    private static final Logger LOG = System.getLogger(SharingProvider.class.getName());
    private static final Duration FRESH = Duration.ofSeconds(10);
    /** A provider may be asked for the first time there, and prove itself, while the machine is busy. */
    private static final int TRIES = 5;

    private final String address;
    private final String settings;
    private final Supplier<SandboxProvider> opening;
    private final CachedAnswer<Found> found =
            new CachedAnswer<>(this::look, FRESH, InstantSource.system(), SharingProvider::inBackground);
    private final AtomicReference<SandboxProvider> opened = new AtomicReference<>();
    private final AtomicReference<String> warned = new AtomicReference<>("");

    /**
     * What came of looking for the pool.
     *
     * @param pool makes sandboxes there; absent if it cannot be used
     * @param whyNot why it cannot
     */
    private record Found(@Nullable SandboxProvider pool, String whyNot) {}

    /**
     * Asks nobody yet.
     *
     * @param address where the pool is
     * @param settings the mark of the settings that the provider was opened with
     * @param opening opens what speaks to the pool
     */
    SharingProvider(SandboxProvider own, String address, String settings, Supplier<SandboxProvider> opening) {
        super(own);
        this.address = address;
        this.settings = settings;
        this.opening = opening;
    }

    @Override
    public boolean makesAhead(SandboxSpec spec) {
        return pool(spec).isPresent();
    }

    @Override
    public void expect(List<SandboxSpec> next) {
        if (opened.get() instanceof ExpectingProvider pool) {
            pool.expect(next);
        }
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
        Optional<SandboxProvider> pool = pool(spec);
        if (pool.isEmpty()) {
            return provider().create(spec);
        }
        try {
            return pool.get().create(spec);
        } catch (SandboxException e) {
            if (!isAway(e)) {
                throw e;
            }
            found.forget();
            warn(e.what());
            return provider().create(spec);
        }
    }

    /** A creation that failed since nobody answered is told as a failed start with that as its cause; an answer has no cause. */
    private static boolean isAway(SandboxException e) {
        Throwable why = e instanceof SandboxTransportException ? e : e.getCause();
        return e instanceof ProviderUnavailableException
                || (why instanceof SandboxTransportException && why.getCause() instanceof IOException);
    }

    private Optional<SandboxProvider> pool(SandboxSpec spec) {
        if (isBoundToThisProcess(spec)) {
            return Optional.empty();
        }
        Found known = found.get();
        if (known.pool() == null) {
            warn(known.whyNot());
            return Optional.empty();
        }
        return Optional.of(known.pool())
                .filter(pool -> pool.capabilities().features().containsAll(spec.requiredCapabilities()));
    }

    /** Keys and options are not handed on, folders and the loopback of this host mean something else elsewhere. */
    private static boolean isBoundToThisProcess(SandboxSpec spec) {
        return !spec.mounts().isEmpty()
                || !spec.options().isEmpty()
                || !spec.credentials().isEmpty()
                || spec.network().filter(NetworkPolicy::reachesLoopbackOfHost).isPresent();
    }

    private static void inBackground(Runnable look) {
        BackgroundThread.start("sandboxed-shared-pool", look);
    }

    private Found look() {
        SandboxProvider pool;
        try {
            pool = open();
        } catch (RuntimeException | LinkageError e) {
            return new Found(null, String.valueOf(e.getMessage()));
        }
        ProviderStatus status = pool.status();
        for (int tries = 1; tries < TRIES && !status.isAvailable(); tries++) {
            status = pool.status();
        }
        if (status instanceof ProviderStatus.Unavailable unavailable) {
            return new Found(null, unavailable.reason());
        }
        String theirs = ((ProviderStatus.Available) status).details().getOrDefault("settings", "");
        if (!(pool instanceof ExpectingProvider ahead) || !ahead.makesAhead(SandboxSpec.defaults())) {
            return new Found(null, "it is no pool; start it with ./sandboxed serve --pool");
        }
        return theirs.equals(settings)
                ? new Found(pool, "")
                : new Found(null, "it was started with other settings for 'sandbox." + name() + ".'");
    }

    private SandboxProvider open() {
        SandboxProvider known = opened.get();
        if (known == null) {
            known = opening.get();
            opened.set(known);
        }
        return known;
    }

    private void warn(String why) {
        if (!why.equals(warned.getAndSet(why))) {
            LOG.log(
                    Level.WARNING,
                    "Sandboxes of provider {0} are not taken from the pool at {1}, but made here: {2}",
                    name(),
                    address,
                    why);
        }
    }

    @Override
    public Sandbox connect(String id) {
        SandboxProvider pool = opened.get();
        if (pool != null) {
            try {
                return pool.connect(id);
            } catch (SandboxNotFoundException e) {
                LOG.log(Level.DEBUG, "The pool did not make it", e);
            }
        }
        return provider().connect(id);
    }

    @Override
    public void close() {
        Attempts ends = new Attempts();
        SandboxProvider pool = opened.get();
        if (pool != null) {
            ends.attempt(pool::close);
        }
        ends.attempt(provider()::close);
        ends.throwFailures();
    }
}
