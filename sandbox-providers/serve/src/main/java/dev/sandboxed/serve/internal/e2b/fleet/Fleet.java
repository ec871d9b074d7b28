package dev.sandboxed.serve.internal.e2b.fleet;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spi.Attempts;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** All sandboxes that are served. Safe from several threads; no lock is held while a provider works. */
public final class Fleet implements AutoCloseable {

    /** The one template that is always there. */
    public static final String BASE = "base";

    private static final Logger LOG = System.getLogger(Fleet.class.getName());
    private static final int CONFLICT = 409;
    /** How long a request waits for a sandbox that is being paused or resumed. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final SandboxProvider provider;
    private final FleetRules rules;
    private final Timers timers;
    private final Shelf shelf;
    private final Map<String, Resident> residents = new ConcurrentHashMap<>();
    private int reserved;
    private boolean closed;

    public Fleet(SandboxProvider provider, FleetRules rules, Timers timers) {
        this.provider = provider;
        this.rules = rules;
        this.timers = timers;
        this.shelf = new Shelf(provider);
    }

    public SandboxProvider provider() {
        return provider;
    }

    public FleetRules rules() {
        return rules;
    }

    public Shelf shelf() {
        return shelf;
    }

    /**
     * Creates a sandbox.
     *
     * @throws HttpError if there is no such template, there are too many sandboxes, or the provider cannot make it
     */
    public Resident create(NewSandbox wish) throws HttpError {
        Optional<Shelf.Saved> snapshot = shelf.find(wish.template());
        if (snapshot.isEmpty() && !wish.template().equals(BASE)) {
            throw noTemplate(wish.template());
        }
        reserve();
        Resident resident;
        try {
            resident = new Resident(wish, make(wish, snapshot));
            residents.put(resident.id(), resident);
        } finally {
            unreserve();
        }
        liveUntil(resident, resident.startedAt().plus(wish.lifetime()));
        if (isClosed()) {
            kill(resident);
            throw closing();
        }
        return resident;
    }

    private Sandbox make(NewSandbox wish, Optional<Shelf.Saved> snapshot) throws HttpError {
        return Failures.answered(() -> {
            SandboxSpecBuilder builder = rules.spec().toBuilder().env(wish.env());
            wish.network().ifPresent(builder::network);
            SandboxSpec spec = builder.build();
            return snapshot.isPresent()
                    ? provider.snapshots().restore(snapshot.get().snapshot(), spec)
                    : provider.create(spec);
        });
    }

    /** Returns all that live, in no order. */
    public List<Resident> list() {
        return residents.values().stream().filter(this::lives).toList();
    }

    public Optional<Resident> find(String id) {
        return Optional.ofNullable(residents.get(id)).filter(this::lives);
    }

    /**
     * Returns a sandbox that lives.
     *
     * @param id its id, or that with a dash and something behind it, as older services gave it
     * @throws HttpError if there is none
     */
    public Resident get(String id) throws HttpError {
        String own = id.contains("-") ? id.substring(0, id.indexOf('-')) : id;
        if (!own.matches("[a-z0-9]+")) {
            throw new HttpError(400, "Invalid sandbox ID");
        }
        return find(own).orElseThrow(() -> noSandbox(id));
    }

    /**
     * Lets a sandbox live for a time from now on, but not beyond the longest life. That is counted from its creation, or from when
     * it was last resumed.
     *
     * @throws HttpError if it does not run, or has lived for that long
     */
    public void liveFor(Resident resident, Duration time, boolean mayShorten) throws HttpError {
        if (resident.phase() != Phase.RUNNING) {
            throw conflict(resident);
        }
        if (Instant.now().isAfter(last(resident))) {
            throw new HttpError(400, "Max instance length exceeded: it is " + rules.longestLife());
        }
        Instant end = end(resident, time);
        if (mayShorten || end.isAfter(resident.endAt())) {
            liveUntil(resident, end);
        }
    }

    private Instant last(Resident resident) {
        return resident.runsSince().plus(rules.longestLife());
    }

    private Instant end(Resident resident, Duration time) {
        Instant wanted = Instant.now().plus(time);
        return wanted.isAfter(last(resident)) ? last(resident) : wanted;
    }

    private void liveUntil(Resident resident, Instant end) {
        resident.endAt(end, timers, () -> expire(resident));
    }

    private void expire(Resident resident) {
        if (resident.phase() == Phase.PAUSED) {
            // Somebody paused it just now, and what is paused has no end.
            return;
        }
        boolean pauses =
                resident.wish().pausesAtEnd() && provider.capabilities().has(Capability.PAUSE);
        try {
            if (pauses) {
                pause(resident);
            } else {
                kill(resident);
            }
        } catch (HttpError e) {
            LOG.log(Level.WARNING, "Sandbox " + resident.id() + " is killed, since it could not be paused", e);
            kill(resident);
        }
    }

    /**
     * Holds everything inside a sandbox still.
     *
     * @throws HttpError if it does not run, or the provider cannot
     */
    public void pause(Resident resident) throws HttpError {
        if (!provider.capabilities().has(Capability.PAUSE)) {
            throw new HttpError(400, "provider '" + provider.name() + "' cannot pause sandboxes");
        }
        if (!resident.change(Phase.RUNNING, Phase.PAUSING)) {
            throw conflict(resident);
        }
        Instant end = resident.endAt();
        resident.stopTimer();
        boolean done = false;
        try {
            Failures.answered(() -> {
                resident.sandbox().stop();
                return resident;
            });
            // Before anybody can resume it and be cut off as well.
            resident.cutOff();
            done = true;
        } finally {
            resident.change(Phase.PAUSING, done ? Phase.PAUSED : Phase.RUNNING);
            if (!done) {
                liveUntil(resident, end);
            }
        }
    }

    /**
     * Lets everything inside a paused sandbox go on.
     *
     * @throws HttpError if it is not paused, or too many others run
     */
    public void resume(Resident resident, Duration lifetime) throws HttpError {
        beginResume(resident);
        boolean done = false;
        try {
            Failures.answered(() -> {
                resident.sandbox().resume();
                return resident;
            });
            resident.runsFromNow();
            // Before anybody can ask for a longer life, which would be cut short here.
            liveUntil(resident, end(resident, lifetime));
            done = true;
        } finally {
            resident.change(Phase.RESUMING, done ? Phase.RUNNING : Phase.PAUSED);
        }
    }

    /** From then on it takes a place itself. Whoever is second is not told that there is none left, since there is one. */
    private synchronized void beginResume(Resident resident) throws HttpError {
        if (resident.phase() != Phase.PAUSED) {
            throw conflict(resident);
        }
        requireRoom();
        resident.change(Phase.PAUSED, Phase.RESUMING);
    }

    /**
     * Returns whether a sandbox runs that a request is for. One that is being paused or resumed is waited for, and one that is to
     * be resumed by requests is; whoever is second waits for the first.
     *
     * @throws HttpError with status 409 if it is on its way for too long, otherwise if it cannot be resumed
     */
    public boolean isAwake(Resident resident) throws HttpError {
        requireSettled(resident);
        while (resident.phase() == Phase.PAUSED && resident.wish().resumesOnRequest()) {
            try {
                resume(resident, resident.wish().lifetime());
            } catch (HttpError e) {
                if (!lives(resident)) {
                    return false;
                }
                if (e.status() != CONFLICT) {
                    throw e;
                }
                requireSettled(resident);
            }
        }
        return resident.isRunning();
    }

    private static void requireSettled(Resident resident) throws HttpError {
        try {
            if (resident.settles(PATIENCE)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new HttpError(CONFLICT, "The sandbox is still transitioning. Try again in a moment.");
    }

    /** Destroys a sandbox; one that is gone already is fine. */
    public void kill(Resident resident) {
        if (!resident.beginKill()) {
            return;
        }
        residents.remove(resident.id());
        resident.stopTimer();
        try {
            resident.sandbox().close();
        } finally {
            resident.cutOff();
            resident.killed();
        }
    }

    /** Destroys all sandboxes and snapshots. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        Attempts ends = new Attempts();
        residents.values().forEach(resident -> ends.attempt(() -> kill(resident)));
        ends.attempt(shelf::close);
        ends.throwFailures();
    }

    /** One that died by itself is noticed by whoever asks for it next. */
    private boolean lives(Resident resident) {
        if (resident.phase() != Phase.KILLED && resident.sandbox().state() == SandboxState.DESTROYED) {
            kill(resident);
        }
        return resident.phase() != Phase.KILLED;
    }

    private synchronized void reserve() throws HttpError {
        requireRoom();
        reserved++;
    }

    private synchronized void requireRoom() throws HttpError {
        if (closed) {
            throw closing();
        }
        long taken = reserved
                + residents.values().stream()
                        .filter(one -> one.phase().takesPlace())
                        .count();
        if (taken >= rules.mostRunning()) {
            throw new HttpError(
                    429,
                    "you have reached the maximum number of concurrent E2B sandboxes (" + rules.mostRunning()
                            + "); kill one, or start the server with a larger number");
        }
    }

    private synchronized void unreserve() {
        reserved--;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private static HttpError closing() {
        return new HttpError(503, "this server is being stopped", "sandbox_capacity_unavailable");
    }

    private static HttpError conflict(Resident resident) {
        Phase phase = resident.phase();
        String already = phase == Phase.PAUSED || phase == Phase.RUNNING ? "already " : "";
        return phase == Phase.KILLED
                ? noSandbox(resident.id())
                : new HttpError(CONFLICT, "Sandbox \"" + resident.id() + "\" is " + already + phase.description());
    }

    static HttpError noTemplate(String name) {
        return new HttpError(404, "template '" + name + "' not found");
    }

    private static HttpError noSandbox(String id) {
        return new HttpError(404, "Sandbox \"" + id + "\" doesn't exist or you don't have access to it");
    }
}
