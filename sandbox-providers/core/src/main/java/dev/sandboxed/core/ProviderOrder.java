package dev.sandboxed.core;

import dev.sandboxed.api.capability.Isolation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The order in which providers are tried when none is named: strongest isolation first. */
public final class ProviderOrder {

    /**
     * The key among the details of {@code ProviderStatus.Available} with which a provider says that on this host it wants
     * to be taken only when it is named; the value is the reason.
     */
    public static final String ONLY_WHEN_NAMED = "only-when-named";

    /** A place in the chain. An e2b sandbox is remote and costs money, so it comes after what the host itself offers. */
    private enum Place {
        FIRECRACKER(Isolation.MICROVM),
        QEMU(Isolation.MICROVM),
        GVISOR(Isolation.USERSPACE_KERNEL),
        RUNC(Isolation.CONTAINER),
        DOCKER(Isolation.CONTAINER),
        BUBBLEWRAP(Isolation.NAMESPACE),
        E2B(Isolation.NAMESPACE),
        SUBPROCESS(Isolation.PROCESS);

        private final Isolation rank;

        Place(Isolation rank) {
            this.rank = rank;
        }

        String provider() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Set<String> NEVER_CHOSEN = Set.of("worktree", "proot", "microvmctl", "http");

    private ProviderOrder() {}

    /** Name the providers whose place is known, those that are taken only when named at the end. */
    public static Set<String> knownNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Place place : Place.values()) {
            names.add(place.provider());
        }
        NEVER_CHOSEN.stream().sorted().forEach(names::add);
        return names;
    }

    static boolean isOnlyWhenNamed(String provider) {
        return NEVER_CHOSEN.contains(provider);
    }

    static boolean knows(String provider) {
        return knownNames().contains(provider);
    }

    /** Give the place of a known provider. */
    static Rank rankOf(String provider) {
        return new Rank(provider, 2 * new ArrayList<>(knownNames()).indexOf(provider));
    }

    /** Give the place of a provider nobody knows: behind the known ones that isolate as strongly. */
    static Rank rankOf(String provider, Isolation isolation) {
        int place = 0;
        List<Place> places = List.of(Place.values());
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).rank.atLeast(isolation)) {
                place = 2 * i + 1;
            }
        }
        return new Rank(provider, place);
    }

    static List<String> sorted(List<Rank> ranks) {
        return ranks.stream().sorted().map(Rank::provider).toList();
    }

    /** A provider and its place; even places are those of the chain, odd ones lie between. */
    record Rank(String provider, int place) implements Comparable<Rank> {
        @Override
        public int compareTo(Rank other) {
            return place == other.place ? provider.compareTo(other.provider) : Integer.compare(place, other.place);
        }
    }
}
