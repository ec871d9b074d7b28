package dev.sandboxed.cli.internal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.core.internal.choice.ProviderReport;
import java.util.List;
import java.util.Optional;

/** Writes the reports for programs. Every key is always there; what is not known or does not apply is null. */
final class DoctorJson {

    private DoctorJson() {}

    static String render(List<ProviderReport> reports) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode providers = root.putArray("providers");
        reports.forEach(report -> add(providers.addObject(), report));
        return root.toPrettyString() + "\n";
    }

    private static void add(ObjectNode node, ProviderReport report) {
        ProviderStatus status = report.status();
        node.put("name", report.name());
        node.put("status", status.isAvailable() ? "available" : "unavailable");
        node.put("version", status instanceof ProviderStatus.Available is ? is.version() : null);
        Optional<Isolation> isolation = report.capabilities().map(Capabilities::isolation);
        node.put("isolation", isolation.map(Isolation::name).orElse(null));
        node.put("protectsFrom", isolation.map(Isolation::protectsFrom).orElse(null));
        node.put(
                "doesNotProtectFrom",
                isolation.map(Isolation::doesNotProtectFrom).orElse(null));
        ArrayNode capabilities = JsonNodeFactory.instance.arrayNode();
        report.capabilities().ifPresent(all -> all.features().forEach(one -> capabilities.add(one.name())));
        node.set("capabilities", capabilities);
        node.put("reason", status instanceof ProviderStatus.Unavailable not ? not.reason() : null);
        boolean canBeHelped = status instanceof ProviderStatus.Unavailable not
                && !not.remedy().isEmpty();
        node.put("remedy", canBeHelped ? ((ProviderStatus.Unavailable) status).remedy() : null);
    }
}
