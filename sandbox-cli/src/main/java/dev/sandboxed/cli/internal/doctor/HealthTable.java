package dev.sandboxed.cli.internal.doctor;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.core.health.HealthSnapshot;
import dev.sandboxed.core.internal.choice.ProviderReport;
import dev.sandboxed.core.internal.config.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi;

/** Writes how each provider is in one line, for people who watch. */
public final class HealthTable {

    /** Begins at the top of an empty screen. */
    private static final String AGAIN = "\u001b[H\u001b[2J";

    private final Ansi ansi;
    private final Instant now;
    private final boolean verbose;

    /**
     * Prepares it.
     *
     * @param verbose whether reasons are told to their end
     */
    public HealthTable(Ansi ansi, Instant now, boolean verbose) {
        this.ansi = ansi;
        this.now = now;
        this.verbose = verbose;
    }

    public String render(List<ProviderReport> reports) {
        StringBuilder table = new StringBuilder(ansi.enabled() ? AGAIN : "");
        table.append(now.truncatedTo(ChronoUnit.SECONDS)).append('\n');
        table.append(row(
                "PROVIDER", "STATUS", "SINCE", "LIVE", "STARTS IN", "CPUS", "MEMORY", "DISK", "ROOM", "LAST ERROR"));
        reports.forEach(report -> table.append(row(report)));
        return table.append(ansi.enabled() ? "" : "\n").toString();
    }

    private String row(ProviderReport report) {
        Optional<HealthSnapshot> health = report.health();
        Optional<Headroom> spare = health.flatMap(HealthSnapshot::headroom);
        return row(
                report.name(),
                report.status().isAvailable() ? "available" : "unavailable",
                health.flatMap(HealthSnapshot::since).map(this::ago).orElse("-"),
                health.filter(one -> one.live().isPresent())
                        .map(one -> String.valueOf(one.live().getAsInt()))
                        .orElse("-"),
                health.flatMap(HealthSnapshot::startup)
                        .map(time -> time.toMillis() + " ms")
                        .orElse("-"),
                spare.map(one -> String.format(Locale.ROOT, "%.1f", one.cpus())).orElse("-"),
                spare.map(one -> mebibytes(one.memory().bytes())).orElse("-"),
                spare.map(one -> mebibytes(one.disk().bytes())).orElse("-"),
                spare.map(one -> String.valueOf(one.sandboxes())).orElse("-"),
                error(report));
    }

    /** Why it does not work, or else what went wrong last although it does. */
    private String error(ProviderReport report) {
        String error = report.status() instanceof ProviderStatus.Unavailable not
                ? not.reason()
                : report.health().flatMap(HealthSnapshot::lastError).orElse("");
        return verbose ? error : Reasons.briefly(error);
    }

    private static String row(Object... cells) {
        return String.format(Locale.ROOT, "%-12s %-11s %8s %5s %9s %6s %9s %9s %6s  %s", cells)
                        .stripTrailing()
                + "\n";
    }

    private String ago(Instant since) {
        return Durations.write(Duration.between(since, now).truncatedTo(ChronoUnit.SECONDS));
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }
}
