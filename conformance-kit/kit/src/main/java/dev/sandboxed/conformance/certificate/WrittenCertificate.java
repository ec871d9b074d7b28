package dev.sandboxed.conformance.certificate;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.conformance.host.HostFacts;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

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
 * @param clauses what came of each clause, by its id, in the order of the file
 * @param timings how quick it was, by the name of what was measured; empty where nothing was
 * @param leftovers what was left behind
 * @param certified whether the verdict is {@code certified}
 */
public record WrittenCertificate(
        String contract,
        Certificate.Kit kit,
        Certificate.Examinee provider,
        HostFacts host,
        String isolation,
        SortedSet<String> capabilities,
        Map<String, Finding> clauses,
        SortedMap<String, Timings.Spread> timings,
        List<String> leftovers,
        boolean certified) {

    public WrittenCertificate {
        capabilities = Collections.unmodifiableSortedSet(new TreeSet<>(capabilities));
        clauses = Collections.unmodifiableMap(new LinkedHashMap<>(clauses));
        timings = Collections.unmodifiableSortedMap(new TreeMap<>(timings));
        leftovers = List.copyOf(leftovers);
    }

    /** Write the verdict as the file does. */
    public String verdict() {
        return certified ? Certificate.CERTIFIED : Certificate.NOT_CERTIFIED;
    }

    /**
     * What came of one clause.
     *
     * @param outcome what came of it
     * @param reason why; may be empty
     */
    public record Finding(Outcome outcome, String reason) {

        /** Write the reason in short, to be put after the outcome; empty where there is none. */
        String because() {
            return reason.isBlank() ? "" : " (" + ShortReason.of(reason) + ")";
        }
    }

    /**
     * Read the whole of a file.
     *
     * @throws IllegalArgumentException if something is missing, of another kind, or there twice; the message says where
     */
    static WrittenCertificate of(JsonPart file) {
        return new WrittenCertificate(
                file.get("contract").text(),
                new Certificate.Kit(
                        file.get("kit").get("version").text(),
                        file.get("kit").get("digest").text(),
                        file.get("kit").find("patience").map(JsonPart::amount).orElse(1.0)),
                provider(file.get("provider")),
                host(file.get("host")),
                file.get("isolation").text(),
                new TreeSet<>(file.get("capabilities").items(JsonPart::text)),
                findings(file.get("clauses")),
                file.find("timings").map(WrittenCertificate::timings).orElseGet(TreeMap::new),
                file.get("leftovers").items(JsonPart::text),
                file.get("verdict").as(WrittenCertificate::isCertified));
    }

    private static boolean isCertified(String verdict) {
        return switch (verdict) {
            case Certificate.CERTIFIED -> true;
            case Certificate.NOT_CERTIFIED -> false;
            default ->
                throw new IllegalArgumentException("Not a verdict: '" + verdict + "'; there are "
                        + List.of(Certificate.CERTIFIED, Certificate.NOT_CERTIFIED));
        };
    }

    private static Certificate.Examinee provider(JsonPart provider) {
        return new Certificate.Examinee(
                provider.get("name").text(),
                provider.get("version").text(),
                provider.get("runtime").text());
    }

    private static HostFacts host(JsonPart host) {
        return new HostFacts(
                host.get("os").text(),
                host.get("arch").text(),
                host.get("kernel").text(),
                host.get("cpus").count(),
                DataSize.ofBytes(host.get("memory").bytes()),
                host.get("virtualisation").text());
    }

    private static Map<String, Finding> findings(JsonPart clauses) {
        Map<String, Finding> findings = new LinkedHashMap<>();
        clauses.items(clause -> {
            String id = clause.get("id").text();
            Finding finding = new Finding(
                    clause.get("outcome").as(Outcome::parse),
                    clause.get("reason").text());
            if (findings.put(id, finding) != null) {
                throw new IllegalArgumentException(clause.path() + " is " + id + " for the second time");
            }
            return id;
        });
        return findings;
    }

    private static SortedMap<String, Timings.Spread> timings(JsonPart timings) {
        SortedMap<String, Timings.Spread> spreads = new TreeMap<>();
        for (Map.Entry<String, JsonPart> timing : timings.fields().entrySet()) {
            JsonPart spread = timing.getValue();
            spreads.put(
                    timing.getKey(),
                    new Timings.Spread(
                            millis(spread.get("p50Millis")),
                            millis(spread.get("p95Millis")),
                            spread.get("samples").count()));
        }
        return spreads;
    }

    private static Duration millis(JsonPart number) {
        return Duration.ofNanos(Math.round(number.amount() * 1_000_000));
    }
}
