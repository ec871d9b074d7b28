package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.Conformance;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Examines mutants of a working provider.
 *
 * @param working what the mutants are made from
 * @param settings how they are examined
 */
public record MutantHunt(SandboxProviderFactory working, ExaminationSettings settings) {

    /** Most of the time of an examination is waiting, so more of them at once than there are processors. */
    private static final int AT_ONCE = 4;

    /** Returns a hunt that examines every clause, briefly, with the provider's own settings. */
    public static MutantHunt with(SandboxProviderFactory working, Map<String, String> settings) {
        return new MutantHunt(
                working, ExaminationSettings.DEFAULT.withEffort(Effort.BRIEF).withProvider(settings));
    }

    /** Examines the working provider itself, which should fail nothing. */
    public Certificate examineWorking() {
        return Conformance.examine(working, settings, result -> {});
    }

    /** Examines one mutant. */
    public Verdict examine(Mutant mutant) {
        try {
            return Verdict.of(mutant, Conformance.examine(mutant.of(working), settings, result -> {}));
        } catch (RuntimeException e) {
            return Verdict.impossible(mutant, e);
        }
    }

    /**
     * Examines one mutant on the groups of the clauses that it breaks, which takes a fraction of the time. Clauses that
     * never call what it has broken are left out.
     */
    Verdict examineNearby(Mutant mutant, Coverage coverage) {
        return on(String.join(",", coverage.clausesNear(mutant))).examine(mutant);
    }

    /** Returns a hunt that examines some clauses only. */
    MutantHunt on(String clauses) {
        return new MutantHunt(working, settings.withClauses(clauses));
    }

    /**
     * Examines mutants, a few at a time.
     *
     * @param progress told what was found out about each, as it ends
     */
    public MutationTable examine(List<Mutant> mutants, Consumer<Verdict> progress) {
        return new MutationTable(severalAtOnce(mutants, mutant -> tell(examine(mutant), progress)));
    }

    /** Returns the answers to all questions, in their order. */
    static <T, R> List<R> severalAtOnce(List<T> questions, Function<T, R> answer) {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            return questions.stream()
                    .map(question -> CompletableFuture.supplyAsync(() -> answer.apply(question), threads))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        } finally {
            threads.shutdownNow();
        }
    }

    private static Verdict tell(Verdict verdict, Consumer<Verdict> progress) {
        synchronized (progress) {
            progress.accept(verdict);
        }
        return verdict;
    }
}
