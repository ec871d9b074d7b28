package dev.sandboxed.core.internal.choice;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** What was chosen within the last second, until something changes. Safe from several threads. */
final class RecentSelections {

    private static final Duration HOLDS = Duration.ofSeconds(1);
    private static final int MOST = 1_000;

    private final InstantSource clock;
    private volatile Map<ProviderRequest, Chosen> chosen = new ConcurrentHashMap<>();

    private record Chosen(Selection selection, Instant until) {}

    RecentSelections(InstantSource clock) {
        this.clock = clock;
    }

    Selection get(ProviderRequest request, Function<ProviderRequest, Selection> choice) {
        // What is chosen while something changes goes into the map of before, which nobody looks at any more.
        Map<ProviderRequest, Chosen> current = chosen;
        Instant now = clock.instant();
        Chosen known = current.get(request);
        if (known != null && now.isBefore(known.until())) {
            return known.selection();
        }
        Selection selection = choice.apply(request);
        if (current.size() >= MOST) {
            current.clear();
        }
        current.put(request, new Chosen(selection, now.plus(HOLDS)));
        return selection;
    }

    /** Forgets all of it: a provider has failed, or works again. */
    void forget() {
        chosen = new ConcurrentHashMap<>();
    }
}
