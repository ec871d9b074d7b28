package dev.sandboxed.cli.internal.conformance;

import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.ClauseResult;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.certificate.Timings.Spread;
import dev.sandboxed.conformance.contract.Contract;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/** Writes an examination for people: each test when it has ended, and at the end what came of it all. */
public final class ExaminationText {

    private static final int INDENT = 6;
    private static final Map<Outcome, String> STYLES = Map.of(
            Outcome.PASSED, "green",
            Outcome.FAILED, "bold,red",
            Outcome.NOT_CLAIMED, "faint",
            Outcome.UNTESTED, "yellow",
            Outcome.EXPECTED_FAILURE, "yellow");

    private final PrintWriter out;
    private final Ansi ansi;

    public ExaminationText(PrintWriter out, Ansi ansi) {
        this.out = out;
        this.ansi = ansi;
    }

    /** Writes what came of one test; a clause with several has a line for each. */
    public synchronized void print(ClauseResult result) {
        // Padded before the colour is added, since escapes have no width.
        String word = String.format(Locale.ROOT, "%-16s", result.outcome().written());
        out.println(ansi.string("  @|" + STYLES.get(result.outcome()) + " " + word + "|@")
                + String.format(
                        Locale.ROOT, " %-10s %6d ms", result.id(), result.took().toMillis())
                + (isOneLine(result) ? "  " + result.reason() : ""));
        if (!result.reason().isEmpty() && !isOneLine(result)) {
            String where = "\nsee " + Contract.current().clause(result.id()).link();
            out.println((result.reason().strip() + where).indent(INDENT).stripTrailing());
        }
        out.flush();
    }

    private static boolean isOneLine(ClauseResult result) {
        return !result.reason().isEmpty()
                && (result.outcome() == Outcome.NOT_CLAIMED || result.outcome() == Outcome.UNTESTED);
    }

    /** Writes what came of it all. */
    public void print(Certificate certificate) {
        out.println();
        out.println(certificate.provider().name() + " " + certificate.provider().version() + " ("
                + certificate.provider().runtime() + "), isolation "
                + certificate.isolation().written() + ", contract " + certificate.contract());
        out.println(certificate.counts().entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey().written())
                .collect(Collectors.joining(", ")));
        certificate.timings().ifPresent(timings -> {
            print("first command after a cold start", timings.cold());
            if (timings.restored() != null) {
                print("first command after a restored start", timings.restored());
            }
            print("one command", timings.exec());
        });
        certificate.remarks().forEach(remark -> out.println("  " + remark));
        String style = certificate.isCertified() ? "bold,green" : "bold,red";
        out.println(ansi.string("@|" + style + " " + certificate.verdict() + "|@") + " after "
                + seconds(certificate.took()) + " s");
        out.flush();
    }

    private void print(String what, Spread spread) {
        out.println("  " + what + ": " + millis(spread.p50()) + " ms (p95 " + millis(spread.p95()) + " ms, "
                + spread.samples() + " samples)");
    }

    private static String millis(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toNanos() / 1e6);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toNanos() / 1e9);
    }
}
