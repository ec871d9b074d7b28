package dev.sandboxed.conformance.certificate;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sandboxed.conformance.internal.host.HostFacts;
import dev.sandboxed.conformance.internal.text.ShortReason;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A certificate as it stands in a file. It may be of another version of the contract: its clauses, capabilities and level
 * of isolation need not be known here, and its verdict is the one that was written.
 *
 * @param contract version of the contract
 * @param kit what examined
 * @param provider what was examined
 * @param host where
 * @param isolation the level that the provider declared
 * @param capabilities what else it declared
 * @param clauses what came of each clause, in the order of the contract
 * @param timings how quick it was, by the name of what was measured; empty where nothing was
 * @param counts how many clauses came out how
 * @param leftovers what was left behind
 * @param verdict {@code certified} or {@code not-certified}
 * @param remarks what people should know, one sentence each
 * @param started when the examination began
 * @param seconds how long it lasted
 */
record WrittenCertificate(
        String contract,
        Certificate.Kit kit,
        Certificate.Examinee provider,
        HostFacts host,
        String isolation,
        SortedSet<String> capabilities,
        List<Finding> clauses,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Timing> timings,
        Map<String, Integer> counts,
        List<String> leftovers,
        String verdict,
        List<String> remarks,
        String started,
        double seconds) {

    /**
     * Copies what could be changed.
     *
     * @throws IllegalArgumentException if a clause is there twice, or there is no such verdict
     */
    public WrittenCertificate {
        capabilities = Collections.unmodifiableSortedSet(new TreeSet<>(capabilities));
        clauses = List.copyOf(clauses);
        timings = Collections.unmodifiableMap(new LinkedHashMap<>(timings));
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
        leftovers = List.copyOf(leftovers);
        remarks = List.copyOf(remarks);
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < clauses.size(); i++) {
            if (!ids.add(clauses.get(i).id())) {
                throw new IllegalArgumentException(
                        "clauses[" + i + "] is " + clauses.get(i).id() + " for the second time");
            }
        }
        List<String> verdicts = List.of(Certificate.CERTIFIED, Certificate.NOT_CERTIFIED);
        if (!verdicts.contains(verdict)) {
            throw new IllegalArgumentException("verdict: Not a verdict: '" + verdict + "'; there are " + verdicts);
        }
    }

    /**
     * What came of one clause.
     *
     * @param id of the clause
     * @param level how binding it is
     * @param needs what a provider must declare for it
     * @param outcome what came of it
     * @param reason why; may be empty
     * @param millis how long its tests ran
     */
    public record Finding(String id, String level, String needs, Outcome outcome, String reason, long millis) {

        static Finding of(ClauseResult clause) {
            return new Finding(
                    clause.id(),
                    clause.level().name(),
                    clause.needs(),
                    clause.outcome(),
                    clause.reason(),
                    clause.took().toMillis());
        }

        String line() {
            return id + " " + outcome.written() + because();
        }

        /** Returns the reason in short, to be put after the outcome; empty where there is none. */
        String because() {
            return reason.isBlank() ? "" : " (" + ShortReason.of(reason) + ")";
        }
    }

    /**
     * How long something took.
     *
     * @param p50Millis half were quicker
     * @param p95Millis nineteen of twenty were quicker
     * @param samples how many there were
     */
    public record Timing(double p50Millis, double p95Millis, int samples) {

        static Timing of(Timings.Spread spread) {
            return new Timing(millis(spread.p50()), millis(spread.p95()), spread.samples());
        }

        /** Microseconds are as exact as it makes sense to be. */
        private static double millis(Duration duration) {
            return TimeUnit.NANOSECONDS.toMicros(duration.toNanos()) / 1000.0;
        }
    }

    static WrittenCertificate of(Certificate certificate) {
        Map<String, Timing> timings = new LinkedHashMap<>();
        certificate.timings().ifPresent(measured -> {
            timings.put("cold", Timing.of(measured.cold()));
            Timings.Spread restored = measured.restored();
            if (restored != null) {
                timings.put("restored", Timing.of(restored));
            }
            timings.put("exec", Timing.of(measured.exec()));
        });
        Map<String, Integer> counts = new LinkedHashMap<>();
        certificate.counts().forEach((outcome, count) -> counts.put(outcome.written(), count));
        return new WrittenCertificate(
                certificate.contract(),
                certificate.kit(),
                certificate.provider(),
                certificate.host(),
                certificate.isolation().written(),
                new TreeSet<>(certificate.capabilityNames()),
                certificate.clauses().stream().map(Finding::of).toList(),
                timings,
                counts,
                certificate.leftovers(),
                certificate.verdict(),
                certificate.remarks(),
                certificate.started().toString(),
                certificate.took().toMillis() / 1000.0);
    }

    /** Returns what came of each clause, by its id. */
    Map<String, Finding> findings() {
        Map<String, Finding> findings = new LinkedHashMap<>();
        clauses.forEach(clause -> findings.put(clause.id(), clause));
        return findings;
    }

    /** Returns whether the verdict is {@code certified}. */
    public boolean certified() {
        return verdict.equals(Certificate.CERTIFIED);
    }
}
