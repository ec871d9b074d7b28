package dev.sandboxed.api;

import java.util.List;

/**
 * What a sweep did.
 *
 * @param removed ids of the sandboxes that were left by a dead owner and are gone now; names of what was cleaned away
 * @param failures what could not be removed, one sentence each
 */
public record ReapReport(List<String> removed, List<String> failures) {

    public ReapReport {
        removed = List.copyOf(removed);
        failures = List.copyOf(failures);
    }
}
