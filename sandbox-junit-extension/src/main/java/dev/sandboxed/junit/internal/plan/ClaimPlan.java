package dev.sandboxed.junit.internal.plan;

import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.pool.Expectation;
import dev.sandboxed.core.internal.pool.SandboxPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The claims that the tests of a run are expected to make, by the ids of tests and containers. What a test did not claim
 * although it was expected is taken back when it has ended, or was skipped. Safe from several threads.
 *
 * <p>How often a template is invoked is not always known before. Once it has claimed the same sandbox twice, one more is
 * expected, until it ends.
 */
public final class ClaimPlan {

    private static final String TEMPLATE = "-template:";
    private static final String INVOCATION = "-template-invocation:";
    private static final int TWICE = 2;

    private final SandboxPool pool;
    private final NavigableMap<String, List<Expectation>> expected = new TreeMap<>();
    private final Set<String> counted = new HashSet<>();
    private final Map<PlannedClaim, Integer> claimedByTemplates = new HashMap<>();
    private final List<PlannedClaim> incomplete = new ArrayList<>();

    public ClaimPlan(SandboxPool pool) {
        this.pool = pool;
    }

    /**
     * Announces claims, in the order in which they will come.
     *
     * @param claims what will be claimed by whom
     */
    public void add(List<PlannedClaim> claims) {
        List<Expectation> announced =
                pool.expect(claims.stream().map(PlannedClaim::request).toList());
        synchronized (this) {
            for (int i = 0; i < claims.size(); i++) {
                expect(claims.get(i).id(), announced.get(i));
            }
        }
    }

    /**
     * Takes down claims whose requests lack something that is not known yet.
     *
     * @param claims what will be claimed by whom, in that order
     */
    public synchronized void addLater(List<PlannedClaim> claims) {
        incomplete.addAll(claims);
    }

    /** Announces the claims that were taken down for later, with what they lacked; those of tests that have ended are left out. */
    public void complete(UnaryOperator<ProviderRequest> adding) {
        List<PlannedClaim> claims;
        synchronized (this) {
            claims = List.copyOf(incomplete);
            incomplete.clear();
        }
        Map<ProviderRequest, ProviderRequest> completed = new HashMap<>();
        add(claims.stream()
                .map(claim -> new PlannedClaim(claim.id(), completed.computeIfAbsent(claim.request(), adding)))
                .toList());
    }

    /** Declares that all claims of a template were announced, so that nothing is to be learnt from them. */
    public synchronized void knowsCountOf(String template) {
        counted.add(template);
    }

    /**
     * Returns what announced a claim, which is not expected any more then.
     *
     * @param id the test or container that claims
     */
    public @Nullable Expectation take(String id, ProviderRequest request) {
        Expectation found = remove(id, request);
        @Nullable String template = templateOf(id);
        if (found == null && template != null) {
            found = remove(template, request);
            learn(new PlannedClaim(template, request));
        }
        return found;
    }

    /** Takes back what a test, or all tests of a container, did not claim. */
    public void ended(String id) {
        List<Expectation> left = new ArrayList<>();
        synchronized (this) {
            // All that begin with the id and a slash: the character after a slash is a zero.
            for (Map<String, List<Expectation>> part :
                    List.of(expected.subMap(id, true, id, true), expected.subMap(id + "/", id + "0"))) {
                part.values().forEach(left::addAll);
                part.clear();
            }
            incomplete.removeIf(claim -> claim.id().equals(id) || claim.id().startsWith(id + "/"));
        }
        if (!left.isEmpty()) {
            pool.withdraw(left);
        }
    }

    /** Takes back everything. */
    public void endedAll() {
        List<Expectation> left = new ArrayList<>();
        synchronized (this) {
            expected.values().forEach(left::addAll);
            expected.clear();
            incomplete.clear();
        }
        pool.withdraw(left);
    }

    private synchronized @Nullable Expectation remove(String id, ProviderRequest request) {
        Iterator<Expectation> those = expected.getOrDefault(id, List.of()).iterator();
        while (those.hasNext()) {
            Expectation one = those.next();
            if (one.request().equals(request)) {
                those.remove();
                return one;
            }
        }
        return null;
    }

    /** A template that claimed something twice will do so once more, as far as anybody knows. */
    private void learn(PlannedClaim claim) {
        synchronized (this) {
            int times = claimedByTemplates.merge(claim, 1, Integer::sum);
            boolean expectsMore = expected.getOrDefault(claim.id(), List.of()).stream()
                    .anyMatch(one -> one.request().equals(claim.request()));
            if (times < TWICE || expectsMore || counted.contains(claim.id())) {
                return;
            }
        }
        add(List.of(claim));
    }

    private void expect(String id, Expectation one) {
        expected.computeIfAbsent(id, absent -> new ArrayList<>()).add(one);
    }

    /** Returns the id of the outermost template that an invocation belongs to; null if there is none. */
    private static @Nullable String templateOf(String id) {
        int invocation = id.indexOf(INVOCATION);
        if (invocation < 0 || !id.substring(0, invocation).contains(TEMPLATE)) {
            return null;
        }
        return id.substring(0, id.lastIndexOf("/[", invocation));
    }
}
