package dev.sandboxed.conformance.report;

import static dev.sandboxed.conformance.report.Markup.escape;

import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.ClauseResult;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.contract.ContractClause;
import dev.sandboxed.conformance.internal.text.ResourceText;
import dev.sandboxed.conformance.internal.text.ShortReason;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The clauses of a certificate as tables, one for each group of the contract. */
final class ClauseTables {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final int LONG_REASON = 400;
    private static final int MANY_LINES = 6;

    private ClauseTables() {}

    static String of(Certificate certificate) {
        StringBuilder tables = new StringBuilder("<h2>Clauses</h2>\n");
        Contract.current().groups().forEach((group, title) -> {
            List<ClauseResult> results = certificate.clauses().stream()
                    .filter(result -> result.id().startsWith(group + "-"))
                    .toList();
            if (!results.isEmpty()) {
                tables.append(table(group, title, results));
            }
        });
        return tables.toString();
    }

    /** Returns an outcome as people say it. */
    static String words(Outcome outcome) {
        return outcome.written().replace('-', ' ');
    }

    private static String table(String group, String title, List<ClauseResult> results) {
        String name = group + ": " + escape(title);
        return ResourceText.of(ClauseTables.class, "clauses.html")
                .formatted(name, results.stream().map(ClauseTables::row).collect(Collectors.joining()));
    }

    private static String row(ClauseResult result) {
        ContractClause clause = Contract.current().clause(result.id());
        return """
                <tr><th scope="row"><a href="%s">%s</a></th><td>%s</td><td>%s</td><td>%s%s</td>\
                <td><span class="outcome %s">%s</span></td><td>%d</td></tr>
                """.formatted(
                        escape(clause.anchor()),
                        escape(result.id()),
                        result.level(),
                        escape(result.needs()),
                        promise(clause),
                        reason(result.reason()),
                        result.outcome().written(),
                        words(result.outcome()),
                        result.took().toMillis());
    }

    /** The contract is Markdown, of which its sentences use one thing. */
    private static String promise(ContractClause clause) {
        return CODE.matcher(escape(clause.promise())).replaceAll("<code>$1</code>");
    }

    private static String reason(String reason) {
        if (reason.isEmpty()) {
            return "";
        }
        String whole = "<div class=\"reason\">" + escape(reason) + "</div>";
        boolean fits = reason.length() <= LONG_REASON && reason.lines().count() <= MANY_LINES;
        return fits
                ? whole
                : "<details><summary>" + escape(ShortReason.of(reason)) + "</summary>" + whole + "</details>";
    }
}
