package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.core.internal.choice.Announcement;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.kept.LeftoverSweep;
import dev.sandboxed.core.internal.pool.Expectation;
import dev.sandboxed.core.internal.pool.Lease;
import dev.sandboxed.core.internal.pool.PoolSettings;
import dev.sandboxed.core.internal.pool.SandboxPool;
import dev.sandboxed.core.internal.telemetry.Observers;
import dev.sandboxed.junit.internal.kept.Keeping;
import dev.sandboxed.junit.internal.record.Recording;
import dev.sandboxed.junit.internal.report.LiveTranscript;
import dev.sandboxed.junit.internal.report.SandboxLog;
import dev.sandboxed.junit.internal.report.Witness;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that all tests share that run with the same settings: the settings themselves, the providers and the pool. Made
 * when the first sandbox is wanted, or expected, and kept for the whole session of the launcher.
 */
final class SandboxedRuntime implements AutoCloseable {

    private static final Logger LOG = System.getLogger(SandboxedRuntime.class.getName());

    private final Configuration general;
    private final ProviderRegistry registry;
    private final Observers observers;
    private final Witness witness;
    private final SandboxLog log = new SandboxLog();
    private final Announcement announcement = new Announcement();
    private final ProviderChain chain;
    private final SandboxPool pool;
    private final boolean reportsAlways;
    private final Keeping keeping;
    private final LeftoverSweep sweep;

    private SandboxedRuntime(Configuration general, ProviderRegistry registry, Observers observers, Witness witness) {
        this.general = general;
        this.witness = witness;
        this.registry = registry;
        this.observers = observers;
        observers.tellAlso(log);
        this.chain = new ProviderChain(registry);
        this.pool = new SandboxPool(chain, PoolSettings.read(general));
        observers.watch(pool::statistics);
        this.reportsAlways = Aftermath.read(general, general).reportAlways();
        this.keeping = Keeping.read(general);
        this.sweep = LeftoverSweep.begin(general, registry);
    }

    /**
     * Finds settings and providers, and says which settings mean nothing.
     *
     * @param recording what is told of all sandboxes; null if nobody wants to know
     */
    static SandboxedRuntime open(RunParameters parameters, @Nullable Recording recording) {
        Configuration general = parameters.configuration();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Observers observers = Observers.of(general, loader);
        if (recording != null) {
            observers.tellAlso(recording);
        }
        ProviderRegistry registry = ProviderRegistry.sharing(general, observers, loader);
        general.warnings(registry.names()).forEach(warning -> LOG.log(Level.WARNING, warning));
        return new SandboxedRuntime(general, registry, observers, witness(general, recording));
    }

    private static Witness witness(Configuration general, @Nullable Recording recording) {
        Witness recorder = recording == null ? Witness.NONE : recording;
        boolean live = general.choice(ConfigKey.TRANSCRIPT, Printed.class).orElse(Printed.NEVER) == Printed.LIVE;
        return live ? Witness.both(recorder, LiveTranscript.onStandardError()) : recorder;
    }

    /** When commands are printed. */
    private enum Printed {
        /** Never; tests that fail have them attached. */
        NEVER,
        /** While they run. */
        LIVE
    }

    SandboxPool pool() {
        return pool;
    }

    /** Returns who hears what tests do with their sandboxes. */
    Witness witness() {
        return witness;
    }

    /** Returns what was said of sandboxes. */
    SandboxLog log() {
        return log;
    }

    /** Returns who keeps sandboxes after their tests. */
    Keeping keeping() {
        return keeping;
    }

    /** Claims a sandbox, and logs what it runs on if nothing else has run on that before. */
    Lease claim(ProviderRequest request, @Nullable Expectation expected) {
        Lease lease = pool.claim(request, expected);
        announcement.onceInBackground(lease.selected().selection());
        return lease;
    }

    /** Returns what holds for the whole run. */
    Configuration general() {
        return general;
    }

    /** Returns which provider would be taken; throws as {@link ProviderChain#select} does if none will do. */
    Selection select(ProviderRequest request) {
        return chain.select(request);
    }

    /** Returns whether runs that pass tell their sandboxes, too. */
    boolean reportsAlways() {
        return reportsAlways;
    }

    /**
     * Returns what a place asks for.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if something is wrong with it
     */
    TestSettings settings(InjectionPoint point) {
        return settings(point, Stream.empty());
    }

    /**
     * Returns what a place asks for.
     *
     * @param closer what wins over its annotations
     * @throws dev.sandboxed.core.config.ConfigurationException if something is wrong with it
     */
    TestSettings settings(InjectionPoint point, Stream<ConfigSource> closer) {
        Stream<ConfigSource> annotations = point.placements().stream()
                .map(placement -> ConfigSource.of("@Sandboxed on " + placement.where() + ",", placement.settings()));
        return TestSettings.read(
                general.overriddenBy(Stream.concat(closer, annotations).toList()),
                general,
                new SpecSource(point).spec(),
                point.preparation());
    }

    @Override
    public void close() {
        try (observers;
                registry;
                sweep;
                announcement) {
            pool.close();
        }
    }
}
