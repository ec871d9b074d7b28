package dev.sandboxed.cli.internal;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.cli.internal.provision.PlanText;
import dev.sandboxed.cli.internal.provision.ProgressText;
import dev.sandboxed.cli.internal.provision.Provisioning;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.provision.Provisioner;
import dev.sandboxed.provision.plan.Plan;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
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

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "the providers; by default those of the automatic choice that take at most 50 MB each")
    private List<String> names = new ArrayList<>();

    @Option(names = "--dry-run", description = "show what would be done, and change nothing")
    private boolean dryRun;

    @Option(names = "--check", description = "prove that each provider works, by a command in a sandbox of it")
    private boolean check;

    @Option(names = "--offline", description = "fetch nothing; what is there is all there is")
    private boolean offline;

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
            Provisioning provisioning = Provisioning.of(registry, configuration, offline);
            Provisioner provisioner = provisioning.provisioner();
            if (!dryRun) {
                provisioner.prepare();
            }
            chosen = names.isEmpty() ? provisioning.unasked(name -> leaveOut(name, out)) : names;
            Plan plan = provisioning.plan(chosen);
            out.print(PlanText.render(plan, provisioner));
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
                tell(registry.named(name), out);
            }
        }
        return failures == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private static void leaveOut(String name, PrintWriter out) {
        out.println(name + ": left out for its size; to have it: ./sandboxed provision " + name);
    }

    private void tell(SandboxProvider provider, PrintWriter out) {
        if (provider.status() instanceof ProviderStatus.Unavailable not) {
            failures++;
            out.println(provider.name() + ": does not work: " + not.reason());
            out.println("  remedy: " + not.remedy());
        } else {
            out.println(provider.name() + (check ? proven(provider) : ": works"));
        }
        out.flush();
    }

    private String proven(SandboxProvider provider) {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            ExecResult result = sandbox.shell("echo proven");
            if (result.succeeded() && result.stdout().equals("proven\n")) {
                return ": works, a sandbox of it has run a command";
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
