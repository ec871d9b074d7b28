package dev.sandboxed.cli.internal;

import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.cli.internal.demo.ChoiceText;
import dev.sandboxed.cli.internal.demo.Ladder;
import dev.sandboxed.cli.internal.demo.LadderText;
import dev.sandboxed.cli.internal.demo.QuietLog;
import dev.sandboxed.cli.internal.demo.Suite;
import dev.sandboxed.cli.internal.demo.SuiteText;
import dev.sandboxed.cli.internal.demo.Summary;
import dev.sandboxed.cli.internal.doctor.DoctorText;
import dev.sandboxed.cli.internal.provision.PlanText;
import dev.sandboxed.cli.internal.provision.ProgressText;
import dev.sandboxed.cli.internal.provision.Provisioning;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderReport;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.ProviderSurvey;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.provision.Provisioner;
import dev.sandboxed.provision.plan.Plan;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code sandboxed demo}: what each provider keeps from the host, which one is chosen, and a suite of tests on it. */
@Command(
        name = "demo",
        description =
                "Runs the same script on every rung of the ladder, shows the choice and why, and the quickstart's tests on it.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:nothing failed",
            "1:a wall did not hold, a test failed, or there was none",
            "2:the options are wrong"
        })
final class DemoCommand extends HostCommand {

    private static final String NEXT = """
              samples/quickstart        copy this folder: these tests, with a Maven and a Gradle build
              ./sandboxed doctor        every provider: what it offers, what is missing, how to mend it
              ./sandboxed run -- CMD    one command in a fresh sandbox
              README.md                 settings, and what each provider does not protect you from
            """;

    private static final String NOT_INSTALLED =
            "Programs are missing that are not installed now. To have more: ./sandboxed provision, as root";

    @Option(
            names = "--classes",
            paramLabel = "DIR",
            required = true,
            hidden = true,
            description = "the folder of compiled tests; the script gives that of samples/quickstart")
    private Path classes = Path.of("");

    @Option(names = "--offline", description = "install nothing; show what is there")
    private boolean offline;

    DemoCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() throws InterruptedException {
        CommandLine line = line();
        if (!Files.isDirectory(classes)) {
            throw new ParameterException(
                    line,
                    "Invalid value for option '--classes': '" + classes
                            + "' is not a directory; name one that holds compiled tests");
        }
        PrintWriter out = line.getOut();
        Ansi ansi = line.getColorScheme().ansi();
        Configuration configuration = Configuration.read(host().surroundings());
        getWhatIsMissing(configuration, out, ansi);
        boolean held = showLadder(configuration, out, ansi);
        heading(out, ansi, "The tests, as they run");
        SuiteText text = new SuiteText(out, ansi, isVerbose());
        Summary summary = runTests(text);
        out.println();
        text.print(summary);
        heading(out, ansi, "Where to go next");
        out.print(NEXT);
        out.flush();
        return held && summary.isGood() ? ExitCode.OK : ExitCode.FAILED;
    }

    private Summary runTests(SuiteText text) {
        QuietLog log = new QuietLog(isVerbose());
        try {
            return new Suite(classes.toAbsolutePath()).run(text::print);
        } finally {
            log.close();
        }
    }

    /** A host that has nothing would show nothing. What cannot be had is no reason not to show the rest. */
    private void getWhatIsMissing(Configuration configuration, PrintWriter out, Ansi ansi) throws InterruptedException {
        try (ProviderRegistry registry = Settings.providers(host(), configuration)) {
            Provisioning provisioning =
                    Provisioning.of(registry, configuration, offline ? Fetching.NOTHING : Fetching.EVERYTHING);
            Provisioner provisioner = provisioning.provisioner();
            Plan possible = provisioning.plan(provisioning.unasked((name, device) -> {}));
            if (possible.isEmpty()) {
                if (!possible.missing().isEmpty()) {
                    out.println(NOT_INSTALLED);
                }
                return;
            }
            Plan plan = provisioning.withoutLarge(provisioner.prepare(possible), large -> {});
            if (plan.isEmpty()) {
                return;
            }
            out.println(ansi.string("@|bold What is missing here|@"));
            out.print(PlanText.toDo(plan, provisioner));
            out.flush();
            provisioner
                    .carryOut(plan, new ProgressText(out))
                    .forEach(failure -> host().tell(String.valueOf(failure.getMessage())));
            out.println();
        } catch (SandboxException e) {
            host().tell(String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether no wall was broken. */
    private boolean showLadder(Configuration configuration, PrintWriter out, Ansi ansi) throws InterruptedException {
        try (ProviderRegistry registry = host().providers().apply(configuration)) {
            List<ProviderReport> reports = new ProviderSurvey(registry).take();
            if (isVerbose()) {
                out.println(ansi.string("@|bold The providers of this host|@"));
                out.print(new DoctorText(ansi, true).render(reports));
                out.println();
            }
            LadderText text = new LadderText(out, ansi);
            text.begin();
            try {
                new Ladder(registry).climb(reports, text::print);
            } catch (SandboxException | IOException e) {
                host().tell("The script was not run: " + e.getMessage());
            }
            text.end();
            heading(out, ansi, "The choice");
            out.print(choice(registry, configuration, new ChoiceText(ansi, isVerbose(), text.absent())));
            return !text.isBroken();
        }
    }

    /** Tests that accept less, or skip, can still run where nothing satisfies the settings. */
    private static String choice(ProviderRegistry registry, Configuration configuration, ChoiceText text) {
        ProviderRequest request = ProviderRequest.of(SandboxSpec.defaults(), configuration);
        try {
            Selection chosen = new ProviderChain(registry).select(request);
            return text.render(chosen, request.provider().isPresent());
        } catch (NoProviderException none) {
            return text.render(none);
        } catch (SandboxException e) {
            return e.getMessage() + "\n";
        }
    }

    private static void heading(PrintWriter out, Ansi ansi, String title) {
        out.println();
        out.println(ansi.string("@|bold " + title + "|@"));
        out.flush();
    }
}
