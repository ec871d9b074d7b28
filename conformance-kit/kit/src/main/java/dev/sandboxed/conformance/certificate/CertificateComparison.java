package dev.sandboxed.conformance.certificate;

import dev.sandboxed.conformance.certificate.WrittenCertificate.Finding;
import dev.sandboxed.conformance.certificate.WrittenCertificate.Timing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What changed between two certificates. */
public final class CertificateComparison {

    private final WrittenCertificate before;
    private final WrittenCertificate after;

    CertificateComparison(WrittenCertificate before, WrittenCertificate after) {
        this.before = before;
        this.after = after;
    }

    /**
     * Returns what changed between two files.
     *
     * @throws IllegalArgumentException if one of them is no certificate; the message names it and the fault
     * @throws java.io.UncheckedIOException if one of them cannot be read
     */
    public static CertificateComparison between(Path before, Path after) {
        return new CertificateComparison(CertificateJson.read(before), CertificateJson.read(after));
    }

    /**
     * Returns whether something was lost: the verdict, a capability, or a clause that had passed and does not now.
     *
     * <p>A clause that only one of the certificates has is no loss: it is new in its contract, or was dropped by it. Nor is a
     * verdict that nothing but new clauses stand in the way of.
     */
    public boolean isWorse() {
        boolean verdictLost = before.certified() && !after.certified();
        return (verdictLost && !takenByNewClauses())
                || clauses().stream().anyMatch(ClauseChange::lostPass)
                || !without(before.capabilities(), after.capabilities()).isEmpty();
    }

    /** Returns what changed, one line each, the gravest first; a single line where nothing did. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        boolean other = isOtherContract();
        if (other) {
            lines.add(turn("contract", before.contract(), after.contract()));
        }
        if (before.certified() != after.certified()) {
            lines.add(turn("verdict", verdict(before, other), verdict(after, other)));
        }
        clauses().forEach(change -> lines.add(change.line()));
        String dropped = other ? "not in contract " + after.contract() : "only before";
        String added = other ? "new in contract " + after.contract() : "only after";
        onlyIn(before, after).forEach(clause -> lines.add(dropped + ": " + clause.line()));
        onlyIn(after, before).forEach(clause -> lines.add(added + ": " + clause.line()));
        without(before.capabilities(), after.capabilities()).forEach(lost -> lines.add("capability lost: " + lost));
        without(after.capabilities(), before.capabilities()).forEach(won -> lines.add("capability gained: " + won));
        without(after.leftovers(), before.leftovers()).forEach(left -> lines.add("left behind now: " + left));
        without(before.leftovers(), after.leftovers()).forEach(left -> lines.add("left behind no more: " + left));
        lines.addAll(circumstances());
        lines.addAll(timings());
        return lines.isEmpty() ? List.of("nothing changed") : List.copyOf(lines);
    }

    private boolean isOtherContract() {
        return !before.contract().equals(after.contract());
    }

    private static String verdict(WrittenCertificate certificate, boolean withContract) {
        return certificate.verdict() + (withContract ? " under " + certificate.contract() : "");
    }

    /** What was left behind prevents a certificate under any contract. */
    private boolean takenByNewClauses() {
        boolean newObstacle = onlyIn(after, before).stream()
                .map(Finding::outcome)
                .anyMatch(outcome -> outcome != Outcome.PASSED && outcome != Outcome.NOT_CLAIMED);
        return isOtherContract() && newObstacle && after.leftovers().isEmpty();
    }

    private List<ClauseChange> clauses() {
        List<ClauseChange> changes = new ArrayList<>();
        Map<String, Finding> now = after.findings();
        before.clauses().forEach(was -> {
            Finding is = now.get(was.id());
            if (is != null && is.outcome() != was.outcome()) {
                changes.add(new ClauseChange(was, is));
            }
        });
        changes.sort(Comparator.comparing(ClauseChange::direction));
        return changes;
    }

    private static List<Finding> onlyIn(WrittenCertificate one, WrittenCertificate other) {
        Set<String> known = other.findings().keySet();
        return one.clauses().stream()
                .filter(clause -> !known.contains(clause.id()))
                .toList();
    }

    private List<String> circumstances() {
        Map<String, Object> are = circumstances(after);
        List<String> lines = new ArrayList<>();
        circumstances(before).forEach((what, was) -> {
            if (!was.equals(are.get(what))) {
                lines.add(turn(what, was, are.get(what)));
            }
        });
        return lines;
    }

    private static Map<String, Object> circumstances(WrittenCertificate certificate) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("provider", certificate.provider().name());
        values.put("version of the provider", certificate.provider().version());
        values.put("runtime", certificate.provider().runtime());
        values.put("isolation", certificate.isolation());
        values.put("kit", certificate.kit().version());
        values.put("digest of the clauses", certificate.kit().digest());
        values.put("patience", certificate.kit().patience());
        values.put("operating system", certificate.host().os());
        values.put("architecture", certificate.host().arch());
        values.put("kernel", certificate.host().kernel());
        values.put("processors", certificate.host().cpus());
        values.put("memory", certificate.host().memory());
        values.put("virtualisation", certificate.host().virtualisation());
        return values;
    }

    private List<String> timings() {
        Set<String> measured = new TreeSet<>(before.timings().keySet());
        measured.addAll(after.timings().keySet());
        List<String> lines = new ArrayList<>();
        for (String what : measured) {
            Timing was = before.timings().get(what);
            Timing is = after.timings().get(what);
            if (!written(was).equals(written(is))) {
                lines.add(turn(what + " p50", written(was), written(is)) + ratio(was, is));
            }
        }
        return lines;
    }

    private static String written(@Nullable Timing timing) {
        return timing == null ? "not measured" : String.format(Locale.ROOT, "%.3f ms", timing.p50Millis());
    }

    private static String ratio(@Nullable Timing was, @Nullable Timing is) {
        return was == null || is == null || was.p50Millis() == 0
                ? ""
                : String.format(Locale.ROOT, " (%.2f times)", is.p50Millis() / was.p50Millis());
    }

    private static String turn(String what, @Nullable Object was, @Nullable Object is) {
        return what + ": " + was + " → " + is;
    }

    private static List<String> without(Collection<String> all, Collection<String> known) {
        return all.stream().filter(one -> !known.contains(one)).toList();
    }
}
