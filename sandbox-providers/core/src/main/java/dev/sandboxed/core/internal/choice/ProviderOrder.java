package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.core.config.Deployment;
import dev.sandboxed.core.config.Prefer;
import dev.sandboxed.core.config.Workload;
import dev.sandboxed.core.internal.startup.StartupTimes;
import java.time.Duration;
import java.util.Comparator;
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
    private final StartupTimes startups;

    ProviderOrder(ProviderRequest.Preference preference, StartupTimes startups) {
        this.preference = preference;
        this.startups = startups;
    }

    /** Returns the providers whose place is known, those that are taken only when named at the end. */
    public static Set<String> knownNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Place place : Place.values()) {
            names.add(place.provider());
        }
        NEVER_CHOSEN.stream().sorted().forEach(names::add);
        return names;
    }

    /** Returns whether a provider is taken only when it is named. */
    public static boolean isOnlyWhenNamed(String provider) {
        return NEVER_CHOSEN.contains(provider);
    }

    /** Returns whether a provider must be asked what it offers before its place is known. */
    boolean needsCapabilities(String provider) {
        return preference.prefer() == Prefer.SPEED || place(provider) < 0;
    }

    /** Returns a provider that need not be asked, with what decides on its turn. */
    Candidate candidate(String provider) {
        int place = place(provider);
        Isolation isolation = place < Place.values().length ? Place.values()[place].rank : Isolation.PROCESS;
        return new Candidate(provider, isolation, place, Duration.ZERO);
    }

    /**
     * Returns a provider that was asked, with what decides on its turn: it comes after those that need not be. What was measured
     * on this machine counts more than what is declared for all.
     */
    Candidate candidate(String provider, Capabilities declared) {
        return new Candidate(
                provider,
                declared.isolation(),
                Integer.MAX_VALUE,
                startups.of(provider).orElse(declared.startup()));
    }

    private static int place(String provider) {
        return List.copyOf(knownNames()).indexOf(provider);
    }

    /** Returns the names of providers, in the order in which they are tried. */
    List<String> sorted(List<Candidate> candidates) {
        return candidates.stream()
                .sorted(comparator().thenComparing(Candidate::provider))
                .map(Candidate::provider)
                .toList();
    }

    /** Strongest first, and among equals those of the chain before others; what is preferred comes before that. */
    private Comparator<Candidate> comparator() {
        return preference.deployment() == Deployment.MANAGED
                ? Comparator.comparing(Candidate::isManaged, Comparator.reverseOrder())
                        .thenComparing(onThisHost())
                : onThisHost();
    }

    private Comparator<Candidate> onThisHost() {
        if (preference.prefer() == Prefer.SPEED) {
            return Comparator.comparing(Candidate::startup);
        }
        Comparator<Candidate> strongest = Comparator.comparing(Candidate::isolation, Comparator.reverseOrder());
        Comparator<Candidate> chain = strongest.thenComparing(Candidate::place);
        return preference.workload() == Workload.SERVICE
                ? Comparator.comparing(Candidate::isGvisor, Comparator.reverseOrder())
                        .thenComparing(chain)
                : chain;
    }

    /**
     * A provider, and what decides on its turn.
     *
     * @param isolation how strongly it isolates
     * @param place its place among those whose place is known; the largest number for others
     * @param startup how long it takes to make a sandbox; zero where nobody asked
     */
    record Candidate(String provider, Isolation isolation, int place, Duration startup) {

        boolean isManaged() {
            return provider.equals(Place.E2B.provider());
        }

        boolean isGvisor() {
            return provider.equals(Place.GVISOR.provider());
        }
    }
}
