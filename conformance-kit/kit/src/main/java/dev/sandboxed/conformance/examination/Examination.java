package dev.sandboxed.conformance.examination;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.ClauseResult;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.certificate.Timings;
import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.contract.ContractClause;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.internal.host.HostFacts;
import dev.sandboxed.conformance.internal.trial.Bench;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** One examination of one provider, from opening it to its certificate. */
final class Examination {

    /** Twenty starts of a slow machine, twice. */
    private static final Duration MEASURING = Duration.ofMinutes(15);

    private static final int MOST_STARTS = 6;

    private final Candidate candidate;
    private final ExaminationSettings settings;
    private final SandboxProviderFactory factory;
    private final Set<String> selected;
    private final Bench bench;
    private final Map<String, ClauseResult> results = new ConcurrentHashMap<>();
    private final Map<String, Integer> testsRun = new ConcurrentHashMap<>();
    private final Map<String, Integer> testsThere;
    private final Instant started = Instant.now();
    private final long begin = System.nanoTime();

    Examination(Candidate candidate) {
        this.candidate = candidate;
        this.testsThere = ClauseTests.count(candidate.getClass());
        this.settings = candidate.settings();
        this.factory = candidate.factory();
        this.selected = new HashSet<>(Contract.current().matching(settings.clauses()));
        this.bench = new Bench(new Bench.Setup(factory, settings.provider(), settings.effort(), settings.patience()));
    }

    /** Returns why a clause is not examined, and puts that on record; empty when it is. */
    Optional<String> leftOut(String id) {
        Optional<ClauseResult> result = withoutTest(Contract.current().clause(id));
        // Nobody asked for what was not selected, and nobody wants to hear of it a hundred times.
        result.filter(known -> selected.contains(known.id())).ifPresent(this::record);
        return result.map(ClauseResult::reason);
    }

    Trial trial(String clause) {
        return bench.trial(clause);
    }

    /** Returns the time after which a test is given up; what takes long to start gets more. */
    Duration limit(int seconds) {
        Duration starts = bench.capabilities().startup().multipliedBy(MOST_STARTS);
        return Duration.ofMillis((long) (seconds * 1000L * settings.patience())).plus(starts);
    }

    /** Puts on record what came of a test: nothing thrown, something thrown, or given up as impossible to test. */
    ClauseResult examined(String id, @Nullable Throwable thrown, Duration took) {
        Optional<String> expected = settings.expectations().reason(id);
        ClauseResult result;
        if (thrown == null) {
            result = ClauseResult.of(
                    id,
                    Outcome.PASSED,
                    expected.map(why -> "it was expected to fail (" + why + ") and passed")
                            .orElse(""),
                    took);
        } else if (thrown instanceof TestAbortedException) {
            result = ClauseResult.of(id, Outcome.UNTESTED, String.valueOf(thrown.getMessage()), took);
        } else {
            String reason = ClauseFailure.reason(thrown);
            result = expected.map(why ->
                            ClauseResult.of(id, Outcome.EXPECTED_FAILURE, why + "; it showed as: " + reason, took))
                    .orElseGet(() -> ClauseResult.of(id, Outcome.FAILED, reason, took));
        }
        record(result);
        return result;
    }

    private void record(ClauseResult result) {
        results.merge(result.id(), result, ClauseResult::and);
        testsRun.merge(result.id(), 1, Integer::sum);
        candidate.tell(result);
    }

    /** Measures, closes everything, and hands over the certificate, come what may; returns what was left behind. */
    List<String> conclude() {
        Timings timings = settings.timed() ? measured() : null;
        List<String> leftovers = bench.conclude();
        candidate.conclude(new Certificate(
                Contract.current().version(),
                new Certificate.Kit(
                        versionOf(Contract.class), Contract.current().digest(), settings.patience()),
                new Certificate.Examinee(factory.name(), versionOf(factory.getClass()), bench.runtime()),
                HostFacts.current(),
                bench.capabilities().isolation(),
                bench.capabilities().features(),
                Contract.current().clauses().stream().map(this::result).toList(),
                timings,
                leftovers,
                started,
                Duration.ofNanos(System.nanoTime() - begin)));
        return leftovers;
    }

    private @Nullable Timings measured() {
        try {
            return bench.within(
                    MEASURING,
                    () -> Stopwatch.measure(
                            bench.provider(),
                            bench.patient(SandboxSpec.defaults()),
                            settings.effort().samples()));
        } catch (Throwable e) {
            bench.leftBehind("its speed could not be measured: " + e);
            return null;
        }
    }

    private ClauseResult result(ContractClause clause) {
        ClauseResult found = results.get(clause.id());
        if (found == null) {
            return withoutTest(clause).orElseGet(() -> untested(clause, "the examination ended before its turn came"));
        }
        if (found.outcome() != Outcome.PASSED) {
            return found;
        }
        int run = testsRun.getOrDefault(clause.id(), 0);
        int there = testsThere.getOrDefault(clause.id(), 0);
        if (run < there) {
            return untested(clause, "only " + run + " of its " + there + " tests have run");
        }
        return settings.effort() == Effort.BRIEF
                ? untested(clause, "it passed a brief examination, which proves nothing")
                : found;
    }

    /** Returns what is known about a clause without running anything, where something is. */
    private Optional<ClauseResult> withoutTest(ContractClause clause) {
        if (!selected.contains(clause.id())) {
            return Optional.of(untested(clause, "left out of this run, which examined " + settings.clauses()));
        }
        return clause.need()
                .lacking(bench.capabilities())
                .map(why -> ClauseResult.of(clause.id(), Outcome.NOT_CLAIMED, why, Duration.ZERO));
    }

    private static ClauseResult untested(ContractClause clause, String reason) {
        return ClauseResult.of(clause.id(), Outcome.UNTESTED, reason, Duration.ZERO);
    }

    private static String versionOf(Class<?> type) {
        return Optional.ofNullable(type.getPackage().getImplementationVersion()).orElse("development");
    }
}
