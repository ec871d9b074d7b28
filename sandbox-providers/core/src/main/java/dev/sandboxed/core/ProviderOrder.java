package dev.sandboxed.core;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The order in which providers are tried when none is named: strongest isolation first, unless speed is preferred. */
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

    private final ProviderRequest.Preference preference;

    ProviderOrder(ProviderRequest.Preference preference) {
        this.preference = preference;
    }

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

    /** Tell whether a provider must be asked what it offers before its place is known. */
    boolean needsCapabilities(String provider) {
        return preference.prefer() == Prefer.SPEED || !knownNames().contains(provider);
    }

    /** Give the place of a known provider. */
    Rank rankOf(String provider) {
        boolean first = preference.workload() == Workload.SERVICE && provider.equals(Place.GVISOR.provider());
        return new Rank(provider, first ? -1 : 2L * new ArrayList<>(knownNames()).indexOf(provider));
    }

    /** Give the place of a provider that was asked: by its speed, or behind the known ones that isolate as strongly. */
    Rank rankOf(String provider, Capabilities declared) {
        if (preference.prefer() == Prefer.SPEED) {
            return new Rank(provider, declared.startup().toNanos());
        }
        long place = 0;
        List<Place> places = List.of(Place.values());
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).rank.atLeast(declared.isolation())) {
                place = 2L * i + 1;
            }
        }
        return new Rank(provider, place);
    }

    static List<String> sorted(List<Rank> ranks) {
        return ranks.stream().sorted().map(Rank::provider).toList();
    }

    /** A provider and its place; even places are those of the chain, odd ones lie between. */
    record Rank(String provider, long place) implements Comparable<Rank> {
        @Override
        public int compareTo(Rank other) {
            return place == other.place ? provider.compareTo(other.provider) : Long.compare(place, other.place);
        }
    }
}
