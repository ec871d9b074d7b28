package dev.sandboxed.wire.internal;

import dev.sandboxed.api.ReapReport;
import java.util.List;

/**
 * What a sweep did.
 *
 * @param removed ids of the sandboxes that are gone
 * @param failures what could not be removed, one sentence each
 */
public record ReapWords(List<String> removed, List<String> failures) {

    public static ReapWords of(ReapReport report) {
        return new ReapWords(report.removed(), report.failures());
    }

    public ReapReport report() {
        return new ReapReport(removed, failures);
    }
}
