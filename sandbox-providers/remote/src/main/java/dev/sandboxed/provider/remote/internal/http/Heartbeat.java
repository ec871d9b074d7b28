package dev.sandboxed.provider.remote.internal.http;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.provider.remote.internal.wire.Errands;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Keeps our lease at the service, as long as there are sandboxes: it removes what belongs to somebody of whom it has
 * not heard for a while. The answer says which are still there.
 */
final class Heartbeat implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Heartbeat.class.getName());

    private final Function<Duration, Set<String>> service;
    private final Errands errands = new Errands("sandboxed-http-heartbeat");
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile int toCome;
    private final Set<String> inTheMaking = ConcurrentHashMap.newKeySet();
    private final Map<String, Kept> sandboxes = new ConcurrentHashMap<>();

    /**
     * Beats for nothing yet.
     *
     * @param service tells the service within a time that we are here, and returns the ids of sandboxes that it has
     */
    Heartbeat(Function<Duration, Set<String>> service) {
        this.service = service;
    }

    /**
     * Beats from now on for a sandbox that is being made.
     *
     * @param pause how long the service may wait for the next beat
     */
    void expect(String id, Duration pause) {
        inTheMaking.add(id);
        begin(pause);
    }

    /**
     * Beats also for what is to be asked for yet.
     *
     * @param claims how many there are
     * @param pause how long the service may wait for the next beat
     */
    void waitFor(int claims, Duration pause) {
        toCome = claims;
        if (claims > 0) {
            begin(pause);
        }
    }

    private void begin(Duration pause) {
        if (begun.compareAndSet(false, true)) {
            Future<?> beating = errands.every(pause, () -> beat(pause));
            LOG.log(Level.DEBUG, "The service hears of us every {0}: {1}", pause, beating);
        }
    }

    /** Beats for a sandbox that was made. */
    void keep(Kept sandbox) {
        sandboxes.put(sandbox.id(), sandbox);
        inTheMaking.remove(sandbox.id());
    }

    /** Beats no more for a sandbox. */
    void forget(String id) {
        inTheMaking.remove(id);
        sandboxes.remove(id);
    }

    /** Only those that were known before the service was asked can be missing from its answer. */
    private void beat(Duration pause) {
        List<Kept> known = List.copyOf(sandboxes.values());
        if (known.isEmpty() && inTheMaking.isEmpty() && toCome == 0) {
            return;
        }
        try {
            Set<String> alive = service.apply(pause);
            known.stream()
                    .filter(sandbox -> !alive.contains(sandbox.id()))
                    .forEach(sandbox -> sandbox.vanished("the service has ended it"));
        } catch (SandboxException | IllegalArgumentException e) {
            // There are more tries before the service loses patience, and then its answer tells what is left.
            LOG.log(Level.DEBUG, "The service did not hear that we are here: {0}", e.getMessage());
        }
    }

    @Override
    public void close() {
        errands.close();
    }
}
