package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What a test's report says about the provider of its sandbox. */
public final class ChoiceEntries {

    private ChoiceEntries() {}

    /** Returns the provider that was really used, how strongly it isolates, and which others were passed over, with the reasons. */
    public static Map<String, String> of(SelectedSandbox selected) {
        SandboxInfo info = selected.sandbox().info();
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("sandbox", info.id());
        entries.put("sandbox.provider", info.provider());
        entries.put("sandbox.version", info.runsOn().version());
        entries.put("sandbox.isolation", info.isolation().written());
        if (!info.passedOver().isEmpty()) {
            entries.put(
                    "sandbox.passedOver",
                    info.passedOver().stream().map(Rejection::toString).collect(Collectors.joining("; ")));
        }
        return entries;
    }
}
