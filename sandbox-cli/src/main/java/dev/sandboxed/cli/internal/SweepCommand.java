package dev.sandboxed.cli.internal;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderReport;
import dev.sandboxed.core.internal.choice.ProviderSurvey;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.kept.ClassPathFolders;
import dev.sandboxed.core.internal.kept.KeptSandboxes;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** A command that has providers remove something, one after the other, and prints what. */
abstract class SweepCommand extends HostCommand {

    private int failures;

    SweepCommand(Host host) {
        super(host);
    }

    /** Returns whether a provider is asked. */
    abstract boolean concerns(ProviderReport report);

    abstract ReapReport sweep(SandboxProvider provider);

    /** Removes what no single provider knows of. */
    void sweepAlso(Configuration configuration, ProviderRegistry registry) {}

    @Override
    public final Integer call() {
        Configuration configuration = Configuration.read(host().surroundings());
        PrintWriter out = line().getOut();
        try (ProviderRegistry registry = Settings.providers(host(), configuration)) {
            for (ProviderReport report : new ProviderSurvey(registry).take()) {
                if (concerns(report)) {
                    sweep(registry, report.name(), out);
                }
            }
            sweepAlso(configuration, registry);
        }
        return failures == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private void sweep(ProviderRegistry registry, String name, PrintWriter out) {
        try {
            print(name, sweep(registry.named(name)), out);
        } catch (RuntimeException e) {
            failed(name, String.valueOf(e.getMessage()));
            if (isVerbose()) {
                e.printStackTrace(host().err());
            }
        }
        out.flush();
    }

    final void print(String name, ReapReport swept, PrintWriter out) {
        out.println(name + ": removed " + swept.removed().size());
        swept.removed().forEach(one -> out.println("  " + one));
        swept.failures().forEach(failure -> failed(name, failure));
        out.flush();
    }

    private void failed(String name, String failure) {
        failures++;
        host().tell(name + ": " + failure);
    }

    /** {@code sandboxed reap}: removes what processes that are gone have left behind. */
    @Command(
            name = "reap",
            description = {
                "Removes the sandboxes of processes that are gone, those whose state was kept for a time that is over, and class paths of tests"
                        + " that nobody has used for a week. Nothing else."
            },
            mixinStandardHelpOptions = true,
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {"0:everything that was left behind is gone", "1:something could not be removed"})
    static final class Reap extends SweepCommand {

        Reap(Host host) {
            super(host);
        }

        @Override
        boolean concerns(ProviderReport report) {
            boolean available = report.status().isAvailable();
            if (!available && isVerbose()) {
                host().tell(report.name() + " was not swept: it is unavailable");
            }
            return available;
        }

        @Override
        ReapReport sweep(SandboxProvider provider) {
            return provider.reap();
        }

        @Override
        void sweepAlso(Configuration configuration, ProviderRegistry registry) {
            printIfAny("kept sandboxes", KeptSandboxes.in(configuration).sweep(registry));
            printIfAny("class paths", ClassPathFolders.sweep(configuration.stateDirectory()));
        }

        /** Most people never have any of these. */
        private void printIfAny(String what, ReapReport swept) {
            if (!swept.removed().isEmpty() || !swept.failures().isEmpty()) {
                print(what, swept, line().getOut());
            }
        }
    }

    /** {@code sandboxed clean}: removes what is kept only so that later sandboxes start sooner. */
    @Command(
            name = "clean",
            description =
                    "Removes what providers keep only so that later sandboxes start sooner, such as saved machines."
                            + " Sandboxes that live are not touched.",
            mixinStandardHelpOptions = true,
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {"0:all of it is gone", "1:something could not be removed"})
    static final class Clean extends SweepCommand {

        Clean(Host host) {
            super(host);
        }

        /** Who is unavailable today may have kept much when it was not. */
        @Override
        boolean concerns(ProviderReport report) {
            return true;
        }

        @Override
        ReapReport sweep(SandboxProvider provider) {
            return provider.clean();
        }
    }
}
