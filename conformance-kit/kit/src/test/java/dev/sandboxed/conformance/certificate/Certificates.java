package dev.sandboxed.conformance.certificate;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.conformance.certificate.Timings.Spread;
import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.contract.ContractClause;
import dev.sandboxed.conformance.internal.host.HostFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Certificates of a provider that does not exist, for tests. */
public final class Certificates {

    public static final Timings TIMINGS = new Timings(
            new Spread(Duration.ofNanos(12_345_000), Duration.ofMillis(20), 20),
            new Spread(Duration.ofMillis(4), Duration.ofMillis(6), 20),
            new Spread(Duration.ofMillis(1), Duration.ofMillis(2), 20));

    private Certificates() {}

    /** Every clause passed but those that cannot be tested. */
    public static Certificate certified() {
        return of(Map.of(), TIMINGS, List.of());
    }

    /** One clause came out differently. */
    public static Certificate with(String id, Outcome outcome, String reason) {
        return of(Map.of(id, ClauseResult.of(id, outcome, reason, Duration.ofMillis(7))), TIMINGS, List.of());
    }

    /** Something was left behind, and nothing was measured. */
    public static Certificate leaving(String... leftovers) {
        return of(Map.of(), null, List.of(leftovers));
    }

    /** All of it at once. */
    public static Certificate of(Map<String, ClauseResult> results, @Nullable Timings timings, List<String> leftovers) {
        return new Certificate(
                Contract.current().version(),
                new Certificate.Kit("0.1.0", Contract.current().digest(), 1),
                new Certificate.Examinee("pretend", "2.1", "runtime 7"),
                new HostFacts("Linux", "amd64", "6.1", 2, DataSize.ofGibibytes(8), "none"),
                Isolation.USERSPACE_KERNEL,
                Set.of(Capability.STREAMING, Capability.SNAPSHOT, Capability.CONNECT),
                Contract.current().clauses().stream()
                        .map(clause -> results.getOrDefault(clause.id(), plain(clause)))
                        .toList(),
                timings,
                leftovers,
                Instant.parse("2026-11-14T10:15:30.250Z"),
                Duration.ofMillis(61_500));
    }

    private static ClauseResult plain(ContractClause clause) {
        return ClauseResult.of(clause.id(), Outcome.PASSED, "", Duration.ofMillis(3));
    }
}
