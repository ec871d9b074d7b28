package dev.sandboxed.conformance.report;

import static dev.sandboxed.conformance.report.Markup.escape;

import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Timings;
import dev.sandboxed.conformance.internal.host.HostFacts;
import dev.sandboxed.conformance.internal.text.ResourceText;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Shows a certificate as a page that needs nothing else: no script, no other file, no network.
 *
 * <p>It is well-formed XML as well, and everything that a provider or a sandbox said is escaped.
 */
final class HtmlReport {

    private static final String PAGE = ResourceText.of(HtmlReport.class, "report.html");
    private static final String STYLE = ResourceText.of(HtmlReport.class, "report.css");
    private static final int MOST_SHOWN = 12;

    private HtmlReport() {}

    /** Returns the page. */
    public static String of(Certificate certificate) {
        return PAGE.formatted(
                escape(certificate.provider().name()),
                certificate.isCertified() ? "certified" : "not certified",
                STYLE,
                certificate.verdict(),
                facts(certificate),
                counts(certificate)
                        + remarks(certificate)
                        + leftovers(certificate)
                        + timings(certificate)
                        + capabilities(certificate)
                        + ClauseTables.of(certificate));
    }

    private static String facts(Certificate certificate) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "Provider",
                certificate.provider().name() + " " + certificate.provider().version());
        facts.put("Runtime", certificate.provider().runtime());
        facts.put("Isolation", certificate.isolation().written());
        facts.put("Host", host(certificate.host()));
        facts.put("Contract", certificate.contract());
        facts.put("Kit", certificate.kit().version());
        facts.put(
                "Examined",
                certificate.started().truncatedTo(ChronoUnit.SECONDS) + ", for "
                        + certificate.took().toSeconds() + " s");
        facts.put("Digest of the clauses", certificate.kit().digest());
        return facts.entrySet().stream()
                .map(fact -> "<div><dt>" + fact.getKey() + "</dt><dd>" + escape(fact.getValue()) + "</dd></div>\n")
                .collect(Collectors.joining("", "<dl>\n", "</dl>\n"));
    }

    private static String host(HostFacts host) {
        return String.format(
                Locale.ROOT,
                "%s %s, %s, %d processors, %.1f GiB of memory, virtualisation: %s",
                host.os(),
                host.kernel(),
                host.arch(),
                host.cpus(),
                host.memory().bytes() / (double) (1L << 30),
                host.virtualisation());
    }

    private static String counts(Certificate certificate) {
        return certificate.counts().entrySet().stream()
                .map(count -> {
                    String outcome = count.getKey().written();
                    return "<li class=\"" + outcome + "\"><strong>" + count.getValue() + "</strong> "
                            + ClauseTables.words(count.getKey()) + "</li>\n";
                })
                .collect(Collectors.joining("", "<h2>Clauses by outcome</h2>\n<ul class=\"counts\">\n", "</ul>\n"));
    }

    private static String remarks(Certificate certificate) {
        String heading = certificate.isCertified() ? "Remarks" : "What stands in the way";
        return "<h2>" + heading + "</h2>\n" + list(certificate.remarks());
    }

    private static String leftovers(Certificate certificate) {
        return "<h2>Left behind</h2>\n" + list(certificate.leftovers());
    }

    private static String list(List<String> texts) {
        if (texts.isEmpty()) {
            return "<p>Nothing.</p>\n";
        }
        String items = texts.stream()
                .map(text -> "<li>" + escape(text) + "</li>\n")
                .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
        return texts.size() <= MOST_SHOWN
                ? items
                : "<details><summary>All " + texts.size() + "</summary>\n" + items + "</details>\n";
    }

    private static String timings(Certificate certificate) {
        return "<h2>Timings</h2>\n"
                + certificate.timings().map(HtmlReport::timings).orElse("<p>Not measured.</p>\n");
    }

    private static String timings(Timings timings) {
        Timings.Spread restored = timings.restored();
        return """
                <table class="timings">
                <thead><tr><th scope="col">From call to end</th><th scope="col">p50</th><th scope="col">p95</th>\
                <th scope="col">samples</th></tr></thead>
                <tbody>
                """
                + timing("cold start and first command", timings.cold())
                + (restored == null ? "" : timing("restored start and first command", restored))
                + timing("one command", timings.exec())
                + "</tbody>\n</table>\n";
    }

    private static String timing(String what, Timings.Spread spread) {
        return "<tr><th scope=\"row\">" + what + "</th><td>" + millis(spread.p50()) + "</td><td>" + millis(spread.p95())
                + "</td><td>" + spread.samples() + "</td></tr>\n";
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
    }

    private static String capabilities(Certificate certificate) {
        Collection<String> names = certificate.capabilityNames();
        return "<h2>Declared capabilities</h2>\n"
                + names.stream()
                        .map(name -> "<li><code>" + escape(name) + "</code></li>\n")
                        .collect(Collectors.joining("", "<ul class=\"capabilities\">\n", "</ul>\n"));
    }
}
