package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Attempts;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.serve.internal.web.Timers;
import dev.sandboxed.serve.supply.SandboxSupply;
import dev.sandboxed.wire.internal.ExpectedWords;
import dev.sandboxed.wire.internal.NewSandbox;
import dev.sandboxed.wire.internal.SandboxWords;
import dev.sandboxed.wire.internal.SnapshotWords;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The sandboxes of all clients. One is there for whoever made it and for nobody else; it goes when it is removed, when its client
 * was not heard of for the time of its lease, and when a sweep finds the process dead that it belongs to. Safe from several threads.
 */
public final class Guests implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Guests.class.getName());
    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,99}");
    private static final ProcessWorld HERE = ProcessWorld.current();
    /** Owners that cannot be looked at from here are a matter of their leases. */
    private static final Duration NEVER = Duration.ofDays(36_500);

    private static final int LOOKS_IN_A_LEASE = 4;

    private final SandboxSupply supply;
    private final Map<String, SandboxProvider> providers = new LinkedHashMap<>();
    private final Rules rules;
    private final Map<String, Booking> bookings = new ConcurrentHashMap<>();
    private final Map<String, Long> lastSeen = new ConcurrentHashMap<>();
    private final Future<?> looking;
    private volatile boolean closed;

    /** A sandbox that is there or being made. */
    private record Booking(String client, CompletableFuture<Guest> made) {

        /** Returns the sandbox if it was made and has not ended. */
        @Nullable
        Guest guest() {
            Guest guest = made.isCompletedExceptionally() ? null : made.getNow(null);
            return guest == null || guest.sandbox().state() == SandboxState.DESTROYED ? null : guest;
        }

        /** Returns whether it was made and has ended, though something may be left of it. */
        boolean hasEnded() {
            return made.isDone() && !made.isCompletedExceptionally() && guest() == null;
        }

        /** Returns whether nothing is left of it. That comes later than its end: to remove it may take seconds. */
        boolean isOver() {
            return made.isCompletedExceptionally()
                    || (made.isDone() && made.join().sandbox().waitFor(SandboxState.DESTROYED, Duration.ZERO));
        }
    }

    public Guests(SandboxSupply supply, Rules rules, Timers timers) {
        this.supply = supply;
        supply.providers().forEach(provider -> this.providers.put(provider.name(), provider));
        this.rules = rules;
        this.looking = timers.every(rules.lease().dividedBy(LOOKS_IN_A_LEASE), this::removeAbandoned);
    }

    SandboxSupply supply() {
        return supply;
    }

    Collection<SandboxProvider> providers() {
        return providers.values();
    }

    /** Notes that a client was heard of. */
    void seen(String client) {
        lastSeen.put(client, System.nanoTime());
    }

    /**
     * Makes a sandbox, or returns the one that was made when the same was asked for before.
     *
     * @throws IllegalArgumentException if the id has another form, is taken, there is no such provider, or the spec asks for what
     *     clients may not have
     * @throws Refusal if there are as many as may be, or the one that was made before is still being removed
     * @throws ProviderUnavailableException if the service is being stopped
     * @throws SandboxException if the provider cannot make it
     */
    Guest make(String client, NewSandbox wanted) {
        if (!ID.matcher(wanted.id()).matches()) {
            throw new IllegalArgumentException(
                    "The id of a sandbox must be 1 to 100 of a to z, 0 to 9 and -, but was '" + wanted.id() + "'");
        }
        requireOpen();
        removeEnded();
        Booking own = new Booking(client, new CompletableFuture<>());
        Optional<Booking> earlier = book(wanted.id(), own);
        if (earlier.isPresent()) {
            return await(earlier.get());
        }
        try {
            Guest guest = new Guest(wanted.id(), client, wanted.ownerOrNone(), take(client, wanted));
            own.made().complete(guest);
            if (closed) {
                guest.sandbox().close();
            }
            requireOpen();
            return guest;
        } catch (RuntimeException | Error e) {
            bookings.remove(wanted.id(), own);
            own.made().completeExceptionally(e);
            throw e;
        }
    }

    /** Returns what the client has asked for before, if it has. */
    private synchronized Optional<Booking> book(String id, Booking own) {
        Booking earlier = bookings.get(id);
        if (earlier != null) {
            if (!earlier.client().equals(own.client())) {
                throw new IllegalArgumentException("The id '" + id + "' is taken; choose another");
            }
            if (earlier.hasEnded()) {
                throw Refusal.busy("Sandbox '" + id + "' has ended and is still being removed");
            }
            return Optional.of(earlier);
        }
        if (bookings.size() >= rules.sandboxes()) {
            throw Refusal.busy("There are " + bookings.size() + " sandboxes, and no more are allowed");
        }
        bookings.put(id, own);
        return Optional.empty();
    }

    /** What has ended by itself takes no room; whoever it came from is told that it is not used any more. */
    private void removeEnded() {
        bookings.forEach((id, booking) -> {
            if (booking.isOver()
                    && bookings.remove(id, booking)
                    && !booking.made().isCompletedExceptionally()) {
                giveBack(booking.made().join());
            }
        });
    }

    /** Whoever finds that it has ended may ask for quite another, and has nothing to do with it. */
    private static void giveBack(Guest ended) {
        try {
            ended.sandbox().close();
        } catch (SandboxException e) {
            LOG.log(Level.WARNING, "Sandbox " + ended.id() + " has ended, and could not be given back", e);
        }
    }

    private static Guest await(Booking booking) {
        try {
            return booking.made().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : e;
        }
    }

    private Sandbox take(String client, NewSandbox wanted) {
        SandboxProvider provider = provider(wanted.provider());
        SnapshotWords snapshot = wanted.snapshot();
        SandboxSpec spec = wanted.spec().spec();
        requireAllowed(spec);
        return supply.take(client, provider, spec, Optional.ofNullable(snapshot).map(SnapshotWords::snapshot));
    }

    /** Refuses what would give away more of this host than its sandboxes do. */
    private void requireAllowed(SandboxSpec spec) {
        if (spec.network().filter(NetworkPolicy::reachesLoopbackOfHost).isPresent()) {
            throw new IllegalArgumentException("'" + AllowedHost.LOOPBACK_OF_HOST
                    + "' on an allow-list would be the loopback of this service, which is not let out; leave it out");
        }
        if (rules.hostImages()) {
            return;
        }
        spec.image().ifPresent(image -> requireElsewhere("image", image, "name an image"));
        // A repository that a worktree is made of, for example.
        spec.options().forEach((name, value) -> requireElsewhere("option " + name, value, "leave it out"));
    }

    /** Folders and archives are named by their paths, with or without the scheme; what else there is are names of images. */
    private static void requireElsewhere(String what, String value, String remedy) {
        if (value.startsWith("/") || value.startsWith("file:") || value.startsWith(".")) {
            throw new IllegalArgumentException("The " + what + " '" + value
                    + "' would be a folder or an archive of this service's host, which is not shown to clients; "
                    + remedy
                    + ", or start the service with --host-images");
        }
    }

    /**
     * Returns a provider, or the first if none is named.
     *
     * @throws IllegalArgumentException if there is none with that name
     */
    SandboxProvider provider(@Nullable String name) {
        if (name == null) {
            return providers.values().iterator().next();
        }
        SandboxProvider provider = providers.get(name);
        if (provider == null) {
            throw new IllegalArgumentException(
                    "No provider '" + name + "' is served; choose one of " + providers.keySet());
        }
        return provider;
    }

    private void requireOpen() {
        if (closed) {
            throw new ProviderUnavailableException(
                    Fault.of("The service is being stopped").remedy("start it again, or use another"));
        }
    }

    /**
     * Returns a sandbox of a client.
     *
     * @throws SandboxNotFoundException if it has none with that id; whether another has one is not told
     */
    Guest of(String client, String id) {
        Booking booking = bookings.get(id);
        Guest guest = booking == null || !booking.client().equals(client) ? null : booking.guest();
        if (guest == null) {
            throw notFound(id);
        }
        return guest;
    }

    private static SandboxNotFoundException notFound(String id) {
        return new SandboxNotFoundException(Fault.of("There is no sandbox '" + id + "'")
                .sandbox(id)
                .remedy("create one; it may have been removed, or be another client's"));
    }

    /**
     * Takes down what a client will ask for next.
     *
     * @throws IllegalArgumentException if there is no such provider, or a spec asks for what clients may not have
     * @throws ProviderUnavailableException if the service is being stopped
     */
    void expect(String client, ExpectedWords words) {
        requireOpen();
        List<SandboxSpec> specs = words.specs();
        specs.forEach(this::requireAllowed);
        supply.expect(client, provider(words.provider()), specs);
    }

    /** Returns the ids of the sandboxes of a client that are there or being made. */
    List<String> idsOf(String client) {
        List<String> ids = new ArrayList<>();
        bookings.forEach((id, booking) -> {
            boolean there = !booking.made().isDone() || booking.guest() != null;
            if (there && booking.client().equals(client)) {
                ids.add(id);
            }
        });
        return ids;
    }

    /** Returns what is known about all that are there, whoever made them. */
    List<SandboxWords> all() {
        return present().stream().map(Guest::words).toList();
    }

    private List<Guest> present() {
        List<Guest> guests = new ArrayList<>();
        for (Booking booking : bookings.values()) {
            Guest guest = booking.guest();
            if (guest != null) {
                guests.add(guest);
            }
        }
        return guests;
    }

    /**
     * Removes a sandbox of a client; one that is being made as soon as it is.
     *
     * @throws SandboxNotFoundException if it has none with that id
     */
    void remove(String client, String id) {
        Booking booking = bookings.get(id);
        if (booking == null || !booking.client().equals(client)) {
            throw notFound(id);
        }
        try {
            Guest guest = await(booking);
            guest.sandbox().close();
        } finally {
            bookings.remove(id, booking);
        }
    }

    /** Removes what clients have left that are gone: those that were not heard of, and those whose process is dead. */
    ReapReport reap() {
        return remove(guest -> isOrphaned(guest) || (isSilent(guest) && !isKept(guest)));
    }

    private ReapReport remove(Predicate<Guest> left) {
        List<String> removed = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (Guest guest : present()) {
            if (left.test(guest)) {
                LOG.log(Level.INFO, "Sandbox {0} is removed: its client is gone", guest.id());
                try {
                    remove(guest.client(), guest.id());
                    removed.add(guest.id());
                } catch (SandboxNotFoundException somebodyWasFaster) {
                    // Then it is gone.
                } catch (SandboxException e) {
                    failures.add(guest.id() + ": " + e.what());
                }
            }
        }
        return new ReapReport(removed, failures);
    }

    private void removeAbandoned() {
        removeEnded();
        reap().failures().forEach(failure -> LOG.log(Level.WARNING, "A sandbox could not be removed: {0}", failure));
        lastSeen.forEach((client, last) -> {
            if (isOver(last) && lastSeen.remove(client, last)) {
                supply.forget(client);
            }
        });
    }

    private static boolean isOrphaned(Guest guest) {
        return guest.ownership()
                .map(ownership -> ownership.isOrphaned(HERE, Instant.now(), NEVER))
                .orElse(false);
    }

    /** A process that can be seen to live may be silent: one that a debugger holds, for example. */
    private static boolean isKept(Guest guest) {
        return guest.ownership().map(ownership -> ownership.isKept(HERE)).orElse(false);
    }

    private boolean isSilent(Guest guest) {
        Long last = lastSeen.get(guest.client());
        return last == null || isOver(last);
    }

    private boolean isOver(long last) {
        return System.nanoTime() - last > rules.lease().toNanos();
    }

    /** Removes all of them. What is being made meanwhile is removed by whoever makes it. */
    @Override
    public void close() {
        closed = true;
        looking.cancel(false);
        Attempts ends = new Attempts();
        present().parallelStream().forEach(guest -> ends.attempt(guest.sandbox()::close));
        ends.throwFailures();
    }
}
