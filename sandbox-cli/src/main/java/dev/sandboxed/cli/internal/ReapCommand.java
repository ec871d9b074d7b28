package dev.sandboxed.cli.internal;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderReport;
import dev.sandboxed.core.internal.choice.ProviderSurvey;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code sandboxed reap}: removes what processes that are gone have left behind. */
@Command(
        name = "reap",
        description = "Removes the sandboxes of processes that are gone, and nothing else.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:everything that was left behind is gone", "1:something could not be removed"})
final class ReapCommand extends HostCommand {

    private int failures;

    ReapCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() {
        Configuration configuration = Configuration.read(host().surroundings());
        PrintWriter out = line().getOut();
        try (ProviderRegistry registry = Settings.providers(host(), configuration)) {
            for (ProviderReport report : new ProviderSurvey(registry).take()) {
                if (report.status().isAvailable()) {
                    sweep(registry, report.name(), out);
                } else if (isVerbose()) {
                    host().tell(report.name() + " was not swept: it is unavailable");
                }
            }
        }
        return failures == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private void sweep(ProviderRegistry registry, String name, PrintWriter out) {
        try {
            ReapReport swept = registry.named(name).reap();
            out.println(name + ": removed " + swept.removed().size());
            swept.removed().forEach(id -> out.println("  " + id));
            swept.failures().forEach(failure -> failed(name, failure));
        } catch (RuntimeException e) {
            failed(name, String.valueOf(e.getMessage()));
            if (isVerbose()) {
                e.printStackTrace(host().err());
            }
        }
        out.flush();
    }

    private void failed(String name, String failure) {
        failures++;
        host().tell(name + ": " + failure);
    }
}
