package dev.sandboxed.cli.internal;

import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderReport;
import dev.sandboxed.core.internal.choice.ProviderSurvey;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sandboxed doctor}: how every provider is on this host. */
@Command(
        name = "doctor",
        description = "Examines every provider: does it work here, what does it offer, what is missing.",
        mixinStandardHelpOptions = true)
final class DoctorCommand extends HostCommand {

    @Option(names = "--json", description = "print JSON for programs")
    private boolean json;

    DoctorCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() {
        Configuration configuration = Configuration.read(host().surroundings());
        CommandLine line = line();
        try (ProviderRegistry registry = Settings.providers(host(), configuration)) {
            List<ProviderReport> reports = new ProviderSurvey(registry).take();
            PrintWriter out = line.getOut();
            out.print(
                    json
                            ? DoctorJson.render(reports)
                            : new DoctorText(line.getColorScheme().ansi()).render(reports));
            out.flush();
        }
        return ExitCode.OK;
    }
}
