package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sandboxes that are ready before somebody claims them. Safe from several threads.
 *
 * <p>It makes what is expected, the next first, as far ahead as its limits allow, and nothing else. A claim gets one that is
 * ready, or waits for one that is being made, or creates its own. What was claimed once is destroyed when it is released, and
 * so is what is not expected any more.
 */
public final class SandboxPool implements AutoCloseable {

    private static final Logger LOG = System.getLogger(SandboxPool.class.getName());
    private static final Duration LONGEST_SETTLING = Duration.ofMinutes(2);
    /** More than anybody announces: what comes later in its round comes after all that is announced before. */
    private static final long ROUND = 1L << 40;
    /** How many claims are told to those who make their sandboxes ahead themselves, which is more than they make. */
    private static final int TOLD = 32;

    private final ProviderChain chain;
    private final PoolLimits limits;
    private final InstantSource clock;
    private final Maker maker;
    private final Foretelling foretelling;
    private final Disposal disposal;
    private final WorkerThreads makers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Stock stock;
    private final Tally tally = new Tally();
    private final Sweeper sweeper;
    private long nextTurn;
    private boolean closed;
    private @Nullable Throwable lastFailure;

    public SandboxPool(ProviderChain chain, PoolLimits limits) {
        this(chain, limits, InstantSource.system());
    }

    SandboxPool(ProviderChain chain, PoolLimits limits, InstantSource clock) {
        this.chain = chain;
        this.limits = limits;
        this.clock = clock;
        this.maker = new Maker(chain);
        this.stock = new Stock(limits);
        this.foretelling = new Foretelling(chain, () -> locked(() -> stock.nextElsewhere(TOLD)));
        this.disposal = new Disposal(Math.max(1, limits.makers()));
        this.makers = new WorkerThreads("sandboxed-pool", Math.max(1, limits.makers()));
        this.sweeper = new Sweeper(limits.idle(), makers, this::sweep);
    }

    /**
     * Announces claims to come, in their order; they come after all that were announced before. What cannot be made ahead is
     * not expected.
     */
    public List<Expectation> expect(List<ProviderRequest> requests) {
        return announce(List.of(), requests, 0);
    }

    /**
     * Announces claims to come in place of others that were announced, in one moment: what is ready for both stays. Of several
     * who announce theirs in this way, the first claim of each comes before the second of any.
     */
    public List<Expectation> replace(Collection<Expectation> announced, List<ProviderRequest> requests) {
        return announce(announced, requests, ROUND);
    }

    private List<Expectation> announce(Collection<Expectation> before, List<ProviderRequest> requests, long round) {
        List<Expectation> expected = new ArrayList<>();
        count(() -> {
            before.forEach(this::consume);
            for (ProviderRequest request : requests) {
                Expectation one = new Expectation(request, expected.size() * round + nextTurn++);
                expected.add(one);
                if (!closed && Poolable.whyNot(request).isEmpty()) {
                    stock.shelf(request, clock.instant()).expect(one.turn());
                }
            }
        });
        foretelling.changed();
        workAhead();
        return expected;
    }

    /** Takes back what will not be claimed after all. */
    public void withdraw(Collection<Expectation> expectations) {
        boolean nothingToDo = locked(() -> {
            expectations.forEach(this::consume);
            return stock.isIdle();
        });
        foretelling.changed();
        if (!nothingToDo) {
            workAhead();
        }
    }

    /**
     * Claims a sandbox that nobody has used.
     *
     * @param expected what announced this claim, if anything did
     * @throws PoolExhaustedException if as many live as may, and none of them was released in the time that a creation may take
     * @throws SandboxInterruptedException if the calling thread is interrupted
     * @throws dev.sandboxed.api.error.SandboxException as in {@link ProviderChain#create}
     */
    public Lease claim(ProviderRequest request, @Nullable Expectation expected) {
        return claim(request, expected, request.spec().startupTimeout());
    }

    /** Claims one as well, for somebody who waits for others less long than a creation may take. */
    public Lease claim(ProviderRequest request, @Nullable Expectation expected, Duration patience) {
        long began = System.nanoTime();
        Instant asked = Instant.now();
        try {
            Claim claim = claimReady(request, expected, patience);
            SelectedSandbox ready = claim.ready();
            Lease lease =
                    ready == null ? create(request, claim.reason(), asked) : new Lease(ready, null, this::release);
            lease.tell(chain.events(lease.selected()), Duration.ofNanos(System.nanoTime() - began));
            return lease;
        } finally {
            withdraw(expected == null ? List.of() : List.of(expected));
        }
    }

    private Claim claimReady(ProviderRequest request, @Nullable Expectation expected, Duration patience) {
        try {
            // A provider that has failed meanwhile must not be represented by what it made before.
            return claim(request, chain.select(request), expected, Patience.of(patience));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(
                    Fault.of("Interrupted while waiting for a sandbox").cause(e));
        }
    }

    public PoolStatistics statistics() {
        return locked(() -> tally.with(stock));
    }

    /**
     * Waits until everything is destroyed that was released or is not wanted any more, and what is still being made as well
     * unless it is wanted.
     *
     * @throws RuntimeException if something could not be destroyed
     */
    public void settle() {
        lock.lock();
        try {
            // What is being made would be left behind.
            Uninterrupted.await(changed, LONGEST_SETTLING, () -> stock.making() > 0 && !stock.isExpected());
            stock.takeUnwanted(clock.instant()).forEach(this::waste);
        } finally {
            lock.unlock();
        }
        disposal.settle(LONGEST_SETTLING);
    }

    /**
     * Makes nothing any more, waits for what is being made, and destroys all that nobody has claimed. What is claimed is
     * destroyed when it is released.
     *
     * @throws RuntimeException if something could not be destroyed
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            stock.withdrawAll();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        settle();
    }

    /** What a claim came to: a sandbox that was ready, or the reason to create one. */
    private record Claim(@Nullable SelectedSandbox ready, MissReason reason) {}

    /** One that was ready, taken off its shelf, and whether that took waiting. */
    private record Taken(Shelf.Ready ready, boolean waited) {}

    private Claim claim(ProviderRequest request, Selection chosen, @Nullable Expectation expected, Patience patience)
            throws InterruptedException {
        if (Poolable.whyNot(request).isPresent()) {
            return reserve(patience, MissReason.NOT_POOLABLE);
        }
        MissReason reason = MissReason.EMPTY;
        for (Taken taken = take(request, expected, patience, false);
                taken != null;
                taken = take(request, expected, patience, taken.waited())) {
            SelectedSandbox made = taken.ready().made();
            Optional<MissReason> why =
                    taken.ready().whyUnfit(chosen, clock.instant().minus(limits.idle()));
            if (why.isEmpty()) {
                boolean waited = taken.waited();
                count(() -> tally.hit(waited));
                return new Claim(made.chosenBy(chosen), reason);
            }
            reason = why.get();
            count(tally::wasted);
            disposal.destroyInBackground(made.sandbox(), this::destroyed);
        }
        return reserve(patience, reason);
    }

    /**
     * Takes one that is ready, or waits for one that is being made; returns null if there is nothing to wait for. In the same
     * moment the claim is expected no longer, so that nobody takes what is ready for too much, or for too little.
     */
    private @Nullable Taken take(
            ProviderRequest request, @Nullable Expectation expected, Patience patience, boolean waitedBefore)
            throws InterruptedException {
        lock.lock();
        try {
            Shelf shelf = stock.shelf(request, clock.instant());
            // What is made ahead elsewhere is expected there until it is created.
            if (expected != null && !shelf.isMadeElsewhere()) {
                consume(expected);
            }
            shelf.needed(clock.instant());
            long left = patience.left();
            boolean waited = waitedBefore;
            while (waited ? shelf.ready() == 0 : !shelf.hasOneToSpare()) {
                if (closed || !shelf.isWorthWaiting() || left <= 0) {
                    shelf.missed();
                    return null;
                }
                shelf.waitingBegan();
                try {
                    left = changed.awaitNanos(left);
                } finally {
                    shelf.waitingEnded();
                }
                waited = true;
            }
            stock.useBegan();
            return new Taken(shelf.take().orElseThrow(), waited);
        } finally {
            lock.unlock();
        }
    }

    /** Makes sure that one more may live, and counts it. */
    private Claim reserve(Patience patience, MissReason reason) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.left();
            while (!stock.hasRoom()) {
                stock.takeAny().ifPresent(this::waste);
                if (left <= 0) {
                    throw PoolExhaustedException.after(
                            patience.longest(), limits.live(), tally.with(stock), lastFailure);
                }
                left = changed.awaitNanos(left);
            }
            stock.useBegan();
        } finally {
            lock.unlock();
        }
        LOG.log(reason.isOrdinary() ? Level.DEBUG : Level.INFO, "No sandbox was ready: {0}", reason.written());
        return new Claim(null, reason);
    }

    /** What was made ahead by somebody else was ready all the same. */
    private Lease create(ProviderRequest request, MissReason reason, Instant asked) {
        workAhead();
        foretelling.asks();
        try {
            SelectedSandbox made = chain.create(request);
            foretelling.got(made, request.spec());
            boolean ready = foretelling.wasMadeBefore(asked, made);
            count(() -> {
                tally.created();
                tally.claimed(ready ? null : reason);
            });
            return new Lease(made, ready ? null : reason, this::release);
        } catch (RuntimeException | Error e) {
            foretelling.gotNone();
            count(() -> {
                stock.useEnded();
                tally.missed(reason);
            });
            throw e;
        }
    }

    private void release(SelectedSandbox used) {
        disposal.destroy(used.sandbox(), this::destroyed);
    }

    /**
     * Destroys one that nobody has used. It counts as in use until it is gone, and is handed over before the lock is released:
     * whoever waits for the end must not find it nowhere.
     */
    private void waste(Shelf.Ready unused) {
        count(() -> {
            stock.useBegan();
            tally.wasted();
        });
        disposal.destroyInBackground(unused.made().sandbox(), this::destroyed);
    }

    private void destroyed() {
        count(() -> {
            stock.useEnded();
            tally.destroyed();
        });
    }

    private void count(Runnable change) {
        locked(() -> {
            change.run();
            changed.signalAll();
            return null;
        });
    }

    private <T extends @Nullable Object> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private void consume(Expectation expected) {
        stock.find(expected.request()).ifPresent(shelf -> shelf.withdraw(expected.turn()));
    }

    /** Destroys what is not wanted, and begins to make what is. Nothing of that is done under the lock. */
    private void workAhead() {
        List<Shelf> wanted = new ArrayList<>();
        lock.lock();
        try {
            stock.takeUnwanted(clock.instant()).forEach(this::waste);
            for (Optional<Shelf> next = next(); next.isPresent(); next = next()) {
                wanted.add(next.get());
            }
        } finally {
            lock.unlock();
        }
        wanted.forEach(shelf -> makers.execute(() -> make(shelf)));
    }

    /** What nobody claims is too old one day, also when nobody claims anything else. */
    private boolean sweep() {
        workAhead();
        return statistics().ready() > 0;
    }

    private Optional<Shelf> next() {
        return closed ? Optional.empty() : stock.nextToMake(clock.instant());
    }

    private void make(Shelf shelf) {
        try {
            if (foretelling.makerOf(shelf.request()).isPresent()) {
                count(shelf::madeElsewhere);
                foretelling.begin();
            } else {
                SelectedSandbox made = maker.make(shelf.request());
                count(() -> {
                    tally.created();
                    shelf.makingEnded(new Shelf.Ready(made, clock.instant()));
                });
                sweeper.later();
            }
        } catch (RuntimeException | Error e) {
            LOG.log(Level.DEBUG, "A sandbox could not be made ahead", e);
            count(() -> {
                lastFailure = e;
                shelf.makingFailed(clock.instant());
            });
        }
        workAhead();
    }
}
