package dev.sandboxed.core.internal.pool;

import dev.sandboxed.core.internal.choice.ProviderRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All shelves of a pool, and what to put on them next: a bag with a plan, which starts and ends nothing itself. Not safe from
 * several threads.
 */
final class Stock {

    /** Nothing is given up that was needed this lately, else two kinds that take turns would give up each other's. */
    private static final Duration LATELY = Duration.ofSeconds(10);

    private final PoolLimits limits;
    private final Map<ProviderRequest, Shelf> shelves = new LinkedHashMap<>();
    private int inUse;

    Stock(PoolLimits limits) {
        this.limits = limits;
    }

    Shelf shelf(ProviderRequest request, Instant now) {
        return shelves.computeIfAbsent(request, absent -> new Shelf(absent, now));
    }

    Optional<Shelf> find(ProviderRequest request) {
        return Optional.ofNullable(shelves.get(request));
    }

    void withdrawAll() {
        shelves.values().forEach(Shelf::withdrawAll);
    }

    /** Returns the next claims that are expected of what is made ahead elsewhere, in their order. */
    List<ProviderRequest> nextElsewhere(int most) {
        SortedMap<Long, ProviderRequest> all = new TreeMap<>();
        for (Shelf shelf : shelves.values()) {
            if (shelf.isMadeElsewhere()) {
                shelf.turns().stream().limit(most).forEach(turn -> all.put(turn, shelf.request()));
            }
        }
        return all.values().stream().limit(most).toList();
    }

    /** Returns whether any claim is expected. */
    boolean isExpected() {
        return shelves.values().stream().anyMatch(Shelf::isExpected);
    }

    /** Returns whether no claim is expected and none is ready: then there is nothing to make, and nothing to give up. */
    boolean isIdle() {
        for (Shelf shelf : shelves.values()) {
            if (shelf.isExpected() || shelf.ready() > 0) {
                return false;
            }
        }
        return true;
    }

    int ready() {
        return shelves.values().stream().mapToInt(Shelf::ready).sum();
    }

    int making() {
        return shelves.values().stream().mapToInt(Shelf::making).sum();
    }

    /** Returns how many are claimed, or being created for a claim, or not destroyed yet. */
    int inUse() {
        return inUse;
    }

    void useBegan() {
        inUse++;
    }

    void useEnded() {
        inUse--;
    }

    /** Returns whether one more may live. */
    boolean hasRoom() {
        return inUse + ready() + making() < limits.live();
    }

    /** Chooses what is to be made next, if anything is; whoever asked makes it. */
    Optional<Shelf> nextToMake(Instant now) {
        if (making() >= limits.makers() || !hasRoom() || ready() + making() >= limits.ahead()) {
            return Optional.empty();
        }
        Optional<Shelf> next = shelves.values().stream()
                .filter(shelf -> shelf.nextTurn(now).isPresent())
                .filter(this::fitsInMemory)
                .min(Comparator.comparingLong(shelf -> shelf.nextTurn(now).getAsLong()));
        next.ifPresent(Shelf::makingBegan);
        return next;
    }

    private boolean fitsInMemory(Shelf shelf) {
        long taken = shelves.values().stream()
                .mapToLong(each -> each.memory().bytes())
                .sum();
        return taken + shelf.memoryOfOne() <= limits.memory().bytes();
    }

    /** Takes out what is to be destroyed unused: what nobody expects, what is too old, and what keeps others from being made. */
    List<Shelf.Ready> takeUnwanted(Instant now) {
        List<Shelf.Ready> unwanted = new ArrayList<>();
        for (Shelf shelf : shelves.values()) {
            for (int surplus = shelf.surplus(); surplus > 0; surplus--) {
                shelf.giveUp().ifPresent(unwanted::add);
            }
            shelf.takeOlderThan(now.minus(limits.idle())).forEach(unwanted::add);
        }
        leastRecentlyNeeded(now).flatMap(Shelf::giveUp).ifPresent(unwanted::add);
        shelves.values().removeIf(Shelf::isEmpty);
        return unwanted;
    }

    /** Where everything is full and a kind is missing that was claimed lately, one that was not makes room. */
    private Optional<Shelf> leastRecentlyNeeded(Instant now) {
        boolean starving = ready() + making() >= limits.ahead()
                && shelves.values().stream()
                        .anyMatch(shelf -> shelf.nextTurn(now).orElse(0) == Long.MIN_VALUE);
        return starving
                ? shelves.values().stream()
                        .filter(shelf -> shelf.ready() > 0)
                        .filter(shelf -> shelf.lastNeeded().isBefore(now.minus(LATELY)))
                        .min(Comparator.comparing(Shelf::lastNeeded))
                : Optional.empty();
    }

    /** Takes out any that is ready, of a kind that was needed least recently, so that one of another kind can live. */
    Optional<Shelf.Ready> takeAny() {
        return shelves.values().stream()
                .filter(Shelf::hasOneToSpare)
                .min(Comparator.comparing(Shelf::lastNeeded))
                .flatMap(Shelf::giveUp);
    }
}
