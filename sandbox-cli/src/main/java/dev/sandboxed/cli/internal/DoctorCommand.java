package dev.sandboxed.cli.internal;

import dev.sandboxed.cli.internal.doctor.DoctorJson;
import dev.sandboxed.cli.internal.doctor.DoctorText;
import dev.sandboxed.cli.internal.doctor.HealthTable;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderReport;
import dev.sandboxed.core.internal.choice.ProviderSurvey;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** {@code sandboxed doctor}: how every provider is on this host. */
@Command(
        name = "doctor",
        description = "Examines every provider: does it work here, what does it offer, what is missing.",
        mixinStandardHelpOptions = true)
final class DoctorCommand extends HostCommand {

    @Option(names = "--json", description = "print JSON for programs")
    private boolean json;

    @Option(names = "--report", paramLabel = "FILE", description = "write the JSON to a file, too")
    private @Nullable Path report;

    @Option(
            names = "--watch",
            arity = "0..1",
            fallbackValue = "2",
            paramLabel = "SECONDS",
            description =
                    "look again every so many seconds (2 if not given) and print how each provider is, until it is"
                            + " interrupted; with --json one line each time")
    private @Nullable Integer watch;

    @Option(names = "--count", paramLabel = "N", description = "with --watch: end after so many looks")
    private @Nullable Integer count;

    DoctorCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() throws InterruptedException {
        requireAtLeastOne("--watch", watch);
        requireAtLeastOne("--count", count);
        if (count != null && watch == null) {
            throw new CommandLine.ParameterException(line(), "--count says how often to look; give --watch, too");
        }
        if (report != null && watch != null) {
            throw new CommandLine.ParameterException(line(), "--report is of one look; leave out --watch");
        }
        Configuration configuration = Configuration.read(host().surroundings());
        try (ProviderRegistry registry = Settings.providers(host(), configuration)) {
            ProviderSurvey survey = new ProviderSurvey(registry);
            if (watch == null) {
                look(survey.take());
            } else {
                watch(survey, Duration.ofSeconds(watch), count == null ? Integer.MAX_VALUE : count);
            }
        }
        return ExitCode.OK;
    }

    private void look(List<ProviderReport> reports) {
        print(json ? DoctorJson.render(reports) : new DoctorText(ansi(), isVerbose()).render(reports));
        Path file = report;
        if (file != null) {
            write(file, DoctorJson.render(reports));
        }
    }

    private void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new CommandLine.ParameterException(line(), "--report: cannot write " + file + ": " + e, e);
        }
    }

    private void watch(ProviderSurvey survey, Duration pause, int times) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        for (int looked = 0; looked < times; looked++) {
            if (looked > 0 && never.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            List<ProviderReport> reports = survey.take();
            print(
                    json
                            ? DoctorJson.line(reports)
                            : new HealthTable(ansi(), Instant.now(), isVerbose()).render(reports));
        }
    }

    private void requireAtLeastOne(String option, @Nullable Integer value) {
        if (value != null && value < 1) {
            throw new CommandLine.ParameterException(line(), option + " must be at least 1, but was " + value);
        }
    }

    private Ansi ansi() {
        return line().getColorScheme().ansi();
    }

    private void print(String text) {
        line().getOut().print(text);
        line().getOut().flush();
    }
}
