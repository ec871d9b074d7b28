package dev.sandboxed.conformance.internal.trial;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.internal.host.HostFacts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** What the trials of one examination share: the provider, what it tells, and what is inside its sandboxes. */
public final class Bench implements AutoCloseable {

    /** For whatever happens outside of a test; no provider needs that long. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    private final Setup setup;
    private final Scratch scratch = new Scratch();
    private final EventLog events = new EventLog();
    private final ProviderHints hints;
    private final SandboxProvider provider;
    private final Capabilities capabilities;
    private final ProviderStatus.Available status;
    private final List<String> leftovers = new ArrayList<>();
    private final Object looking = new Object();
    private @Nullable Guest guest;

    /**
     * What is examined, and how.
     *
     * @param factory opens the provider
     * @param settings the provider's own settings
     * @param effort how much is thrown at it
     * @param patience every deadline is multiplied by this; above one for slow machines
     */
    public record Setup(SandboxProviderFactory factory, Map<String, String> settings, Effort effort, double patience) {

        public Setup {
            settings = Map.copyOf(settings);
        }
    }

    /**
     * Opens the provider.
     *
     * @throws ProviderUnavailableException if it does not work on this host
     * @throws AssertionError if it takes too long to say so
     */
    public Bench(Setup setup) {
        this.setup = setup;
        this.hints = ProviderHints.of(setup.factory());
        SandboxProvider opened = null;
        try {
            opened = within(() -> setup.factory().open(context()));
            this.provider = opened;
            this.status = available(asked(opened));
            this.capabilities =
                    within(opened::capabilities).knownTo(setup.factory().apiVersion());
        } catch (RuntimeException | Error e) {
            closeAfter(e, opened);
            throw e;
        }
    }

    /** A machine that stalls for a moment is not held against anyone: whoever says no is asked twice more. */
    private ProviderStatus asked(SandboxProvider opened) {
        ProviderStatus told = within(opened::status);
        for (int more = 0; more < 2 && !told.isAvailable(); more++) {
            told = within(opened::status);
        }
        return told;
    }

    private ProviderStatus.Available available(ProviderStatus told) {
        if (told instanceof ProviderStatus.Unavailable unavailable) {
            throw new ProviderUnavailableException(Fault.of("Provider '"
                            + setup.factory().name() + "' cannot be examined on this host: " + unavailable.reason())
                    .provider(setup.factory().name())
                    .remedy(unavailable.remedy()));
        }
        return (ProviderStatus.Available) told;
    }

    private void closeAfter(Throwable failure, @Nullable SandboxProvider opened) {
        try {
            if (opened != null) {
                opened.close();
            }
            scratch.close();
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Does something outside of a test that a provider could do for ever.
     *
     * @throws AssertionError if it does
     */
    public <T> T within(Duration longest, ThrowingSupplier<T> work) {
        return assertTimeoutPreemptively(scaled(longest), work);
    }

    <T> T within(ThrowingSupplier<T> work) {
        return within(LONG_ENOUGH, work);
    }

    public Setup setup() {
        return setup;
    }

    public SandboxProvider provider() {
        return provider;
    }

    /** Returns what the provider declared when it was opened, as far as its version of the API knew it. */
    public Capabilities capabilities() {
        return capabilities;
    }

    /** Returns the version of the runtime, as the provider told it when it was opened. */
    public String runtime() {
        return status.version();
    }

    /** Begins the trial of a clause. */
    public Trial trial(String clause) {
        return new Trial(this, clause);
    }

    /** Closes everything, and returns what was left behind then or earlier, one sentence each. */
    public List<String> conclude() {
        close();
        return List.copyOf(leftovers);
    }

    @Override
    public void close() {
        for (AutoCloseable last : List.<AutoCloseable>of(provider, scratch)) {
            try {
                assertTimeoutPreemptively(scaled(LONG_ENOUGH), last::close);
            } catch (Throwable e) {
                leftBehind(last.getClass().getName() + " could not be closed: " + e);
            }
        }
    }

    /** Returns a spec whose start is waited for as long as a slow machine needs. */
    public SandboxSpec patient(SandboxSpec spec) {
        return spec.toBuilder().startupTimeout(scaled(spec.startupTimeout())).build();
    }

    Duration scaled(Duration ordinary) {
        return Duration.ofNanos((long) (ordinary.toNanos() * setup.patience()));
    }

    ProviderHints hints() {
        return hints;
    }

    EventLog events() {
        return events;
    }

    Scratch scratch() {
        return scratch;
    }

    /** Looks inside when it is first asked; a look that fails is taken again by the next who asks. */
    Guest guest() {
        synchronized (looking) {
            Guest known = guest;
            if (known == null) {
                try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                    known = Guest.in(sandbox);
                }
                guest = known;
            }
            return known;
        }
    }

    /** Puts on record what prevents a certificate, whatever the clauses say. */
    public synchronized void leftBehind(String sentence) {
        leftovers.add(sentence);
    }

    /** Opens the provider once more, as another program on the same machine would. */
    SandboxProvider open(UnaryOperator<ProviderContext> change) {
        return setup.factory().open(change.apply(context()));
    }

    private ProviderContext context() {
        Path state = scratch.folder().resolve("state");
        return ProviderContext.in(state)
                .withSettings(setup.settings())
                .withEnvironment(HostFacts.environment())
                .withListener(events);
    }
}
