package dev.sandboxed.conformance.certificate;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.conformance.internal.host.HostFacts;
import dev.sandboxed.conformance.internal.text.ShortReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an examination found, in the form that is kept.
 *
 * @param contract version of the contract
 * @param kit what examined
 * @param provider what was examined
 * @param host where
 * @param isolation the level that the provider declares
 * @param capabilities what else it declares
 * @param clauses the outcome of every clause of the contract, in its order
 * @param measured how quick it is; absent where that was not measured
 * @param leftovers what was still there after everything had been closed, one sentence each
 * @param started when the examination began
 * @param took how long it lasted
 */
public record Certificate(
        String contract,
        Kit kit,
        Examinee provider,
        HostFacts host,
        Isolation isolation,
        Set<Capability> capabilities,
        List<ClauseResult> clauses,
        @Nullable Timings measured,
        List<String> leftovers,
        Instant started,
        Duration took) {

    static final String CERTIFIED = "certified";
    static final String NOT_CERTIFIED = "not-certified";

    private static final int MOST_NAMES = 5;

    public Certificate {
        capabilities = Set.copyOf(capabilities);
        clauses = List.copyOf(clauses);
        leftovers = List.copyOf(leftovers);
    }

    /**
     * What examined.
     *
     * @param version version of the kit
     * @param digest value that changes with the list of clauses
     * @param patience by how much every deadline was stretched
     */
    public record Kit(String version, String digest, double patience) {}

    /**
     * What was examined.
     *
     * @param name name of the provider
     * @param version version of its code
     * @param runtime version of what it drives
     */
    public record Examinee(String name, String version, String runtime) {}

    /** Returns how quick the provider is, where that was measured. */
    public Optional<Timings> timings() {
        return Optional.ofNullable(measured);
    }

    /** Returns whether every MUST is kept and nothing was left behind. */
    public boolean isCertified() {
        return leftovers.isEmpty() && clauses.stream().noneMatch(ClauseResult::preventsCertification);
    }

    /** Returns whether nothing stands in the way but failures that the provider had announced. */
    public boolean failsOnlyAsExpected() {
        return !isCertified()
                && leftovers.isEmpty()
                && clauses.stream()
                        .filter(ClauseResult::preventsCertification)
                        .allMatch(clause -> clause.outcome() == Outcome.EXPECTED_FAILURE);
    }

    /** Returns the verdict as certificates write it. */
    public String verdict() {
        return isCertified() ? CERTIFIED : NOT_CERTIFIED;
    }

    /** Returns the clauses that stand in the way, in the order of the contract. */
    public List<ClauseResult> obstacles() {
        return clauses.stream().filter(ClauseResult::preventsCertification).toList();
    }

    /**
     * Returns in one sentence each what stands in the way of the certificate, what was left behind, and which clauses passed
     * although their failure had been announced.
     */
    public List<String> remarks() {
        Map<String, List<String>> alike = obstacles().stream()
                .collect(Collectors.groupingBy(
                        clause -> clause.outcome().written() + because(clause.reason()),
                        LinkedHashMap::new,
                        Collectors.mapping(ClauseResult::id, Collectors.toList())));
        Stream<String> broken = alike.entrySet().stream()
                .map(some -> who(some.getValue()) + (some.getValue().size() == 1 ? " is a MUST" : " are MUSTs")
                        + ", and the outcome is " + some.getKey());
        Stream<String> left = leftovers.stream().map(leftover -> "Left behind: " + leftover);
        // A reason beside a pass is the announcement that did not come true.
        Stream<String> surprises = clauses.stream()
                .filter(clause ->
                        clause.outcome() == Outcome.PASSED && !clause.reason().isEmpty())
                .map(clause -> clause.id() + " is better than announced" + because(clause.reason()));
        Stream<String> stretched = kit.patience() == 1
                ? Stream.of()
                : Stream.of("Every deadline was stretched by " + kit.patience() + ".");
        return Stream.of(broken, left, surprises, stretched)
                .flatMap(sentences -> sentences)
                .toList();
    }

    private static String who(List<String> ids) {
        return ids.size() <= MOST_NAMES
                ? String.join(", ", ids)
                : String.join(", ", ids.subList(0, MOST_NAMES)) + " and " + (ids.size() - MOST_NAMES) + " more";
    }

    private static String because(String reason) {
        return reason.isBlank() ? "" : ": " + ShortReason.of(reason);
    }

    /** Returns it as JSON, in the form that its schema describes. */
    public String json() {
        return CertificateJson.write(this);
    }

    /** Returns how many clauses have each outcome; every outcome is there. */
    public Map<Outcome, Integer> counts() {
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, 0);
        }
        clauses.forEach(clause -> counts.merge(clause.outcome(), 1, Integer::sum));
        return counts;
    }

    /** Returns the names of what is declared, in the order of the alphabet. */
    public Collection<String> capabilityNames() {
        Collection<String> names = new TreeSet<>();
        capabilities.forEach(capability -> names.add(capability.name()));
        return names;
    }
}
