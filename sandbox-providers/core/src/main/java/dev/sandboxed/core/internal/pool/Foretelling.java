package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ExpectingProvider;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Tells providers that make their sandboxes ahead themselves what will be claimed next. It does so on a thread of its own, one
 * time for all that has changed meanwhile. Safe from several threads.
 */
final class Foretelling {

    private static final Logger LOG = System.getLogger(Foretelling.class.getName());
    /** Half of what is told at once. */
    private static final int ENOUGH = 16;

    private final ProviderChain chain;
    private final Supplier<List<ProviderRequest>> next;
    private final WorkerThreads teller = new WorkerThreads("sandboxed-foretelling", 1);
    private volatile boolean begun;
    private final Set<ExpectingProvider> doubtful = new HashSet<>();
    private int asking;
    private long answers;
    private final AtomicBoolean comes = new AtomicBoolean();
    /** What each still knows of, as far as it is known here. */
    private final Map<ExpectingProvider, List<SandboxSpec>> told = new HashMap<>();

    /**
     * Tells nothing yet.
     *
     * @param next returns what will be claimed next of those, in that order
     */
    Foretelling(ProviderChain chain, Supplier<List<ProviderRequest>> next) {
        this.chain = chain;
        this.next = next;
    }

    /** Returns who makes such sandboxes ahead, if it is not up to the pool; throws as {@link ProviderChain#select} does. */
    Optional<ExpectingProvider> makerOf(ProviderRequest request) {
        return chain.select(request).provider() instanceof ExpectingProvider maker && maker.makesAhead(request.spec())
                ? Optional.of(maker)
                : Optional.empty();
    }

    /** Returns whether a sandbox was there before somebody asked for it. */
    boolean wasMadeBefore(Instant asked, SelectedSandbox made) {
        return made.selection().provider() instanceof ExpectingProvider
                && made.sandbox().info().created().isBefore(asked);
    }

    /** Notes that one is asked for, which whoever makes them ahead may take off what it was told at any moment from now on. */
    void asks() {
        synchronized (told) {
            asking++;
        }
    }

    /** Notes that one was got: whoever makes them ahead has taken off the first of that spec that it was told of. */
    void got(SelectedSandbox made, SandboxSpec spec) {
        synchronized (told) {
            asking--;
            answers++;
            if (made.selection().provider() instanceof ExpectingProvider maker && told.containsKey(maker)) {
                told.get(maker).remove(spec);
            }
        }
    }

    /** Notes that none was got, and that nobody knows what was taken off for it. */
    void gotNone() {
        synchronized (told) {
            asking--;
            answers++;
            doubtful.addAll(told.keySet());
        }
    }

    /** Tells soon what is to come, from now on whenever it changes. */
    void begin() {
        begun = true;
        changed();
    }

    /** Tells soon what is to come, if anybody wants to hear it. */
    void changed() {
        if (begun && comes.compareAndSet(false, true)) {
            teller.execute(this::tell);
        }
    }

    private void tell() {
        comes.set(false);
        Map<ExpectingProvider, List<SandboxSpec>> now = new LinkedHashMap<>();
        synchronized (told) {
            told.keySet().forEach(maker -> now.put(maker, new ArrayList<>()));
        }
        for (ProviderRequest request : next.get()) {
            try {
                makerOf(request)
                        .ifPresent(maker -> now.computeIfAbsent(maker, absent -> new ArrayList<>())
                                .add(request.spec()));
            } catch (SandboxException e) {
                LOG.log(Level.DEBUG, "Nobody would make what is expected", e);
            }
        }
        now.forEach(this::tell);
    }

    private void tell(ExpectingProvider maker, List<SandboxSpec> specs) {
        long before;
        boolean quiet;
        synchronized (told) {
            if (!doubtful.contains(maker) && isKnown(told.getOrDefault(maker, List.of()), specs)) {
                return;
            }
            before = answers;
            quiet = asking == 0;
        }
        maker.expect(specs);
        synchronized (told) {
            told.put(maker, new ArrayList<>(specs));
            // Of what was asked for meanwhile, nobody knows which came first there; whoever asks has this told again at
            // its end.
            if (quiet && asking == 0 && answers == before) {
                doubtful.remove(maker);
            } else {
                doubtful.add(maker);
            }
        }
    }

    /** Whoever knows enough of what comes next need not hear of the rest yet. */
    private static boolean isKnown(List<SandboxSpec> known, List<SandboxSpec> next) {
        boolean right =
                known.size() <= next.size() && next.subList(0, known.size()).equals(known);
        return right && (known.size() >= ENOUGH || known.size() == next.size());
    }
}
