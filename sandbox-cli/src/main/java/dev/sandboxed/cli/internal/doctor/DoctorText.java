package dev.sandboxed.cli.internal.doctor;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.core.health.HealthSnapshot;
import dev.sandboxed.core.internal.choice.ProviderReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/** Writes the reports for people: a line for each provider, and below it what it offers or lacks. */
public final class DoctorText {

    private static final int WIDTH = 100;
    private static final String INDENT = "    ";

    private final Ansi ansi;
    private final boolean verbose;

    /**
     * Prepares it.
     *
     * @param verbose whether reasons are told to their end
     */
    public DoctorText(Ansi ansi, boolean verbose) {
        this.ansi = ansi;
        this.verbose = verbose;
    }

    public String render(List<ProviderReport> reports) {
        if (reports.isEmpty()) {
            return "No provider is on the class path.\n";
        }
        List<String> lines = new ArrayList<>();
        int names = Math.max(
                "PROVIDER".length(),
                reports.stream().mapToInt(one -> one.name().length()).max().orElse(0));
        String form = "%-" + names + "s  %-11s  %-16s  %s";
        lines.add(String.format(Locale.ROOT, form, "PROVIDER", "STATUS", "ISOLATION", "VERSION"));
        for (ProviderReport report : reports) {
            boolean works = report.status().isAvailable();
            String line = String.format(
                            Locale.ROOT, form, report.name(), word(works), isolation(report), version(report.status()))
                    .stripTrailing();
            // Coloured after the columns were made: escapes have no width.
            lines.add(line.replaceFirst("\\b" + word(works) + "\\b", colour(word(works), works ? "green" : "red")));
            details(lines, report);
        }
        return String.join("\n", lines) + "\n";
    }

    private void details(List<String> lines, ProviderReport report) {
        report.capabilities().map(Capabilities::isolation).ifPresent(isolation -> {
            wrap(lines, "protects from", isolation.protectsFrom());
            wrap(lines, "but not from", isolation.doesNotProtectFrom());
        });
        String features = report.capabilities().map(DoctorText::features).orElse("");
        if (!features.isEmpty()) {
            wrap(lines, "offers", features);
        }
        if (report.status() instanceof ProviderStatus.Available is
                && !is.details().isEmpty()) {
            wrap(lines, "details", details(is));
        }
        report.health()
                .flatMap(HealthSnapshot::startup)
                .ifPresent(time -> wrap(lines, "starts in", time.toMillis() + " ms, as measured on this machine"));
        report.health().flatMap(HealthSnapshot::headroom).ifPresent(spare -> wrap(lines, "to spare", spare(spare)));
        if (report.status() instanceof ProviderStatus.Unavailable not) {
            wrap(lines, "reason", reason(not));
            if (!not.remedy().isEmpty()) {
                // Never wrapped: it is there to be copied.
                lines.add(INDENT + "remedy: " + colour(not.remedy(), "bold"));
            }
        }
    }

    private String reason(ProviderStatus.Unavailable not) {
        String brief = Reasons.briefly(not.reason());
        return verbose || not.reason().length() <= brief.length() ? not.reason() : brief + " (--verbose tells more)";
    }

    private static String spare(Headroom spare) {
        return String.format(
                Locale.ROOT,
                "%.1f processors, %d MiB of memory, %d MiB of disk, room for %d sandboxes",
                spare.cpus(),
                spare.memory().bytes() >> 20,
                spare.disk().bytes() >> 20,
                spare.sandboxes());
    }

    private static String features(Capabilities capabilities) {
        return String.join(
                ", ", capabilities.features().stream().map(Capability::name).toList());
    }

    private static String details(ProviderStatus.Available status) {
        return new TreeMap<>(status.details())
                .entrySet().stream()
                        .map(detail -> detail.getKey() + " = " + detail.getValue())
                        .collect(Collectors.joining(", "));
    }

    private static void wrap(List<String> lines, String title, String text) {
        StringBuilder line = new StringBuilder(INDENT + title + ":");
        for (String word : text.strip().split("\\s+")) {
            if (line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder(INDENT + " ".repeat(title.length() + 1));
            }
            line.append(' ').append(word);
        }
        lines.add(line.toString());
    }

    private static String word(boolean available) {
        return available ? "available" : "unavailable";
    }

    private static String isolation(ProviderReport report) {
        return report.capabilities()
                .map(Capabilities::isolation)
                .map(Isolation::written)
                .orElse("-");
    }

    private static String version(ProviderStatus status) {
        return status instanceof ProviderStatus.Available is ? is.version() : "-";
    }

    private String colour(String text, String style) {
        return ansi.enabled()
                ? Ansi.Style.on(Ansi.Style.parse(style)) + text + Ansi.Style.off(Ansi.Style.parse(style))
                : text;
    }
}
