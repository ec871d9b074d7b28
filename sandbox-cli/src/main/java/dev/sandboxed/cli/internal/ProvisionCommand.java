package dev.sandboxed.cli.internal;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.cli.internal.provision.PlanText;
import dev.sandboxed.cli.internal.provision.ProgressText;
import dev.sandboxed.cli.internal.provision.Provisioning;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Setting;
import dev.sandboxed.provision.Provisioner;
import dev.sandboxed.provision.plan.Plan;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sandboxed provision}: gets what providers need. */
@Command(
        name = "provision",
        description = "Gets what providers need of this host: plans first, then installs what is missing.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:all that was asked for works, or with --dry-run could be had",
            "1:something could not be had, or does not work",
            "2:wrong options"
        })
final class ProvisionCommand extends HostCommand {

    private static final int MOST_QUESTIONS = 3;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description =
                    "the providers; by default those of the automatic choice that take at most 50 MB each, and need no"
                            + " device")
    private List<String> names = new ArrayList<>();

    @Option(names = "--dry-run", description = "show what would be done, and change nothing")
    private boolean dryRun;

    @Option(names = "--check", description = "prove that each provider works, by a command in a sandbox of it")
    private boolean check;

    @Option(names = "--offline", description = "fetch nothing; what is there is all there is")
    private boolean offline;

    @Option(
            names = "--no-packages",
            description = "install no packages; get releases of makers, whatever else is on this host")
    private boolean noPackages;

    private int failures;

    ProvisionCommand(Host host) {
        super(host);
    }

    @Override
    public Integer call() throws InterruptedException {
        Configuration configuration = Configuration.read(host().surroundings());
        PrintWriter out = line().getOut();
        List<String> chosen;
        try (ProviderRegistry registry = Settings.providers(host(), configuration)) {
            Provisioning provisioning = Provisioning.of(registry, configuration, fetching());
            Provisioner provisioner = provisioning.provisioner();
            Plan possible = provisioning.plan(
                    names.isEmpty() ? provisioning.unasked((name, device) -> lacks(name, device, out)) : names);
            Plan known = dryRun ? possible : provisioner.prepare(possible);
            Plan plan = names.isEmpty() ? provisioning.withoutLarge(known, name -> leaveOut(name, out)) : known;
            chosen = List.copyOf(plan.findings().keySet());
            out.print(PlanText.render(plan, provisioner));
            image(configuration).ifPresent(image -> tellOf(image, out));
            out.flush();
            failures += plan.missing().size();
            if (dryRun) {
                return failures == 0 ? ExitCode.OK : ExitCode.FAILED;
            }
            provisioner.carryOut(plan, new ProgressText(out)).forEach(this::failed);
        }
        // Opened anew: a provider may remember what it found when it was opened.
        try (ProviderRegistry registry = host().providers().apply(configuration)) {
            for (String name : chosen) {
                tell(registry.named(name), image(configuration), out);
            }
        }
        return failures == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private Fetching fetching() {
        if (offline) {
            return Fetching.NOTHING;
        }
        return noPackages ? Fetching.RELEASES : Fetching.EVERYTHING;
    }

    private static void leaveOut(String name, PrintWriter out) {
        out.println(name + ": left out for its size; to have it: ./sandboxed provision " + name);
    }

    private static void lacks(String name, String device, PrintWriter out) {
        out.println(name + ": left out, since it needs " + device + "; to have it: ./sandboxed provision " + name);
    }

    /** Only what makes sandboxes can tell whether it has an image, and get it: see ADR 0028. */
    private void tellOf(String image, PrintWriter out) {
        out.println("image " + image + ": comes with the first sandbox that is made from it"
                + (check && !dryRun ? "" : "; to have it now: ./sandboxed provision --check"));
    }

    private static Optional<String> image(Configuration configuration) {
        return configuration.find(ConfigKey.IMAGE).map(Setting::value);
    }

    private void tell(SandboxProvider provider, Optional<String> image, PrintWriter out) {
        if (status(provider) instanceof ProviderStatus.Unavailable not) {
            failures++;
            out.println(provider.name() + ": does not work: " + not.reason());
            out.println("  remedy: " + not.remedy());
        } else {
            out.println(provider.name() + (check ? proven(provider, image) : ": works"));
        }
        out.flush();
    }

    /** A status is due within a second, and a program that was just installed is read from the disk when it first starts. */
    private static ProviderStatus status(SandboxProvider provider) {
        ProviderStatus status = provider.status();
        for (int asked = 1; asked < MOST_QUESTIONS && !status.isAvailable(); asked++) {
            status = provider.status();
        }
        return status;
    }

    /** What tests will be made from is got by that, where this provider can use it. */
    private String proven(SandboxProvider provider, Optional<String> image) {
        Optional<String> usable = image.filter(any -> provider.capabilities().has(Capability.IMAGE));
        SandboxSpecBuilder spec = SandboxSpec.builder();
        usable.ifPresent(spec::image);
        try (Sandbox sandbox = provider.create(spec.build())) {
            ExecResult result = sandbox.shell("echo proven");
            if (result.succeeded() && result.stdout().equals("proven\n")) {
                return ": works, a sandbox of it"
                        + usable.map(name -> ", made from " + name + ",").orElse("") + " has run a command";
            }
            failures++;
            return ": a sandbox could be made, but a command in it " + result.ending();
        } catch (SandboxException e) {
            failures++;
            return ": no sandbox could be made: " + e.getMessage();
        }
    }

    private void failed(SandboxException failure) {
        failures++;
        host().tell(String.valueOf(failure.getMessage()));
    }
}
