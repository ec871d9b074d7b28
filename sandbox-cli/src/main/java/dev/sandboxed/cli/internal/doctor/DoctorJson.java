package dev.sandboxed.cli.internal.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.core.health.HealthSnapshot;
import dev.sandboxed.core.internal.choice.ProviderReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Writes the reports for programs. Every key is always there; what is not known or does not apply is null. */
public final class DoctorJson {

    private DoctorJson() {}

    public static String render(List<ProviderReport> reports) {
        return tree(reports).toPrettyString() + "\n";
    }

    /** Returns it in one line, for those who read one after the other. */
    public static String line(List<ProviderReport> reports) {
        return tree(reports) + "\n";
    }

    private static ObjectNode tree(List<ProviderReport> reports) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode providers = root.putArray("providers");
        reports.forEach(report -> add(providers.addObject(), report));
        return root;
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
        addHealth(node, report.health());
    }

    private static void addHealth(ObjectNode node, Optional<HealthSnapshot> health) {
        node.put(
                "since",
                health.flatMap(HealthSnapshot::since).map(Instant::toString).orElse(null));
        node.put(
                "lastCheck",
                health.flatMap(HealthSnapshot::lastCheck).map(Instant::toString).orElse(null));
        OptionalInt live = health.map(HealthSnapshot::live).orElse(OptionalInt.empty());
        node.put("live", live.isPresent() ? (Integer) live.getAsInt() : null);
        node.put(
                "startupMillis",
                health.flatMap(HealthSnapshot::startup).map(Duration::toMillis).orElse(null));
        node.put("lastError", health.flatMap(HealthSnapshot::lastError).orElse(null));
        Optional<Headroom> spare = health.flatMap(HealthSnapshot::headroom);
        if (spare.isEmpty()) {
            node.putNull("headroom");
            return;
        }
        ObjectNode headroom = node.putObject("headroom");
        headroom.put("cpus", spare.get().cpus());
        headroom.put("memoryBytes", spare.get().memory().bytes());
        headroom.put("diskBytes", spare.get().disk().bytes());
        headroom.put("sandboxes", spare.get().sandboxes());
    }
}
