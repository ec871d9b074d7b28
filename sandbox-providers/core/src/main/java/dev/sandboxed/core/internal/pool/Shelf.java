package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** The sandboxes of one kind that are ready or being made ahead, and the claims they are for. Not safe from several threads. */
final class Shelf {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /**
     * A sandbox that nobody has used.
     *
     * @param made the sandbox
     * @param since since when it is ready
     */
    record Ready(SelectedSandbox made, Instant since) {

        /**
         * Returns why it must not be used.
         *
         * @param chosen what would be chosen for it now
         * @param oldest since when it may be ready at most
         */
        Optional<MissReason> whyUnfit(Selection chosen, Instant oldest) {
            if (!made.wouldComeOf(chosen)) {
                return Optional.of(MissReason.PROVIDER_CHANGED);
            }
            if (made.sandbox().state() != SandboxState.RUNNING) {
                return Optional.of(MissReason.UNHEALTHY);
            }
            return since.isBefore(oldest) ? Optional.of(MissReason.EXPIRED) : Optional.empty();
        }
    }

    private final ProviderRequest request;
    private final Deque<Ready> ready = new ArrayDeque<>();
    private final SortedSet<Long> turns = new TreeSet<>();
    private int making;
    private int waiting;
    private int failures;
    private Instant notBefore = Instant.MIN;
    private Instant lastNeeded;
    private boolean missed;
    private boolean madeElsewhere;

    Shelf(ProviderRequest request, Instant now) {
        this.request = request;
        this.lastNeeded = now;
    }

    ProviderRequest request() {
        return request;
    }

    boolean isEmpty() {
        return ready.isEmpty() && turns.isEmpty() && making == 0 && waiting == 0;
    }

    int ready() {
        return ready.size();
    }

    int making() {
        return making;
    }

    /** Returns how many are ready or will be. */
    int ahead() {
        return ready.size() + making;
    }

    /** Returns the memory that those may use which are ready or being made. */
    DataSize memory() {
        return DataSize.ofBytes(ahead() * memoryOfOne());
    }

    long memoryOfOne() {
        return PoolLimits.memoryOf(request.spec());
    }

    Instant lastNeeded() {
        return lastNeeded;
    }

    /** Notes that whoever would be chosen for this kind makes it ahead itself. */
    void madeElsewhere() {
        making--;
        madeElsewhere = true;
    }

    boolean isMadeElsewhere() {
        return madeElsewhere;
    }

    /** Returns the places of the claims that are expected. */
    SortedSet<Long> turns() {
        return turns;
    }

    boolean isExpected() {
        return !turns.isEmpty();
    }

    void expect(long turn) {
        turns.add(turn);
    }

    boolean withdraw(long turn) {
        return turns.remove(turn);
    }

    void withdrawAll() {
        turns.clear();
    }

    /**
     * Returns the turn of the first claim for which none is ready or being made, unless it is too early to try again. A kind
     * that is claimed already and has none comes before all others.
     */
    OptionalLong nextTurn(Instant now) {
        int covered = Math.max(0, ahead() - waiting);
        if (madeElsewhere || now.isBefore(notBefore) || turns.size() <= covered) {
            return OptionalLong.empty();
        }
        return missed && covered == 0
                ? OptionalLong.of(Long.MIN_VALUE)
                : turns.stream().mapToLong(Long::longValue).skip(covered).findFirst();
    }

    /** Returns how many are ready that no claim is expected for. */
    int surplus() {
        return Math.max(0, ready.size() - waiting - turns.size());
    }

    void needed(Instant now) {
        lastNeeded = now;
    }

    void missed() {
        missed = true;
    }

    void makingBegan() {
        making++;
    }

    void makingEnded(Ready one) {
        making--;
        failures = 0;
        missed = false;
        ready.addLast(one);
    }

    void makingFailed(Instant now) {
        making--;
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, 10));
        notBefore = now.plus(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
        failures++;
    }

    /** Returns whether one is ready that nobody waits for. */
    boolean hasOneToSpare() {
        return ready.size() > waiting;
    }

    /** Returns whether one more who waits gets one that is being made. */
    boolean isWorthWaiting() {
        return ahead() > waiting;
    }

    void waitingBegan() {
        waiting++;
    }

    void waitingEnded() {
        waiting--;
    }

    /** Takes the one that has waited longest. */
    Optional<Ready> take() {
        return Optional.ofNullable(ready.pollFirst());
    }

    /** Takes all that became ready before a moment. */
    List<Ready> takeOlderThan(Instant moment) {
        List<Ready> old = new ArrayList<>();
        while (!ready.isEmpty() && ready.peekFirst().since().isBefore(moment)) {
            old.add(ready.removeFirst());
        }
        return old;
    }

    /** Takes one that is to be given up: that which would be needed last. */
    Optional<Ready> giveUp() {
        return Optional.ofNullable(ready.pollLast());
    }
}
