package dev.sandboxed.provision;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.provision.internal.packages.Distribution;
import dev.sandboxed.provision.internal.packages.PackageFile;
import dev.sandboxed.provision.internal.plan.InstalledPrograms;
import dev.sandboxed.provision.internal.plan.Planner;
import dev.sandboxed.provision.internal.release.ToolFolder;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.Finding.Unpackable;
import dev.sandboxed.provision.plan.Plan;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionListener;
import dev.sandboxed.provision.plan.ProvisionSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Gets what providers need. It knows no provider by name: each says itself what it needs and where that can come from, and
 * tells by its status whether it works then.
 */
public final class Provisioner {

    private static final int AT_ONCE = 4;

    private final ProvisionSettings settings;
    private final Optional<Distribution> distribution;

    public Provisioner(ProvisionSettings settings) {
        this.settings = settings;
        this.distribution = Distribution.ofThisHost(settings);
    }

    /** Finds out what is to be done for providers, and changes nothing. */
    public Plan plan(Collection<SandboxProvider> providers) {
        return new Planner(settings, distribution).plan(providers);
    }

    /**
     * Lets the distribution find out which packages it has, where nobody has asked it yet, as in a fresh image of a container,
     * and a plan wants some of them. Providers are not asked again.
     *
     * @return what is to be done, by what is known now; the same plan if nothing had to be found out
     * @throws ProvisionException if the distribution cannot find out
     */
    public Plan prepare(Plan plan) {
        return wantsPackages(plan) && distribution.orElseThrow().fill()
                ? new Planner(settings, distribution).again(plan)
                : plan;
    }

    private static boolean wantsPackages(Plan plan) {
        return !plan.packages().isEmpty() || !plan.unpacks().isEmpty();
    }

    /** Returns how much would be fetched to install the packages of a plan, in bytes; empty if nobody can tell. */
    public OptionalLong sizeOfPackages(Plan plan) {
        return distribution.map(known -> known.downloadSize(plan.packages())).orElse(OptionalLong.empty());
    }

    /** Returns what a person would type to install the packages of a plan; empty if there are none. */
    public Optional<String> commandForPackages(Plan plan) {
        return plan.packages().isEmpty()
                ? Optional.empty()
                : distribution.map(known -> known.commandLine(plan.packages()));
    }

    /**
     * Does what is planned, several things at once: all packages together, and each file. What fails does not keep the rest
     * from being done, and leaves nothing half installed.
     *
     * @return what failed; empty if all is there now
     * @throws InterruptedException if this thread was interrupted; whatever was under way has been given up
     */
    public List<SandboxException> carryOut(Plan plan, ProvisionListener listener) throws InterruptedException {
        ToolFolder tools = new ToolFolder(settings, listener);
        List<Callable<List<SandboxException>>> beside = new ArrayList<>();
        if (wantsPackages(plan)) {
            beside.add(() -> getPackages(plan, tools, listener));
        }
        plan.fetches().forEach(fetch -> beside.add(() -> tried(() -> tools.install(fetch))));
        List<SandboxException> failures = inParallel(beside);
        if (failures.isEmpty()) {
            failures.addAll(unmet(plan));
        }
        return failures;
    }

    /** One after the other: while a distribution finds out which packages there are, nobody else can ask it. */
    private List<SandboxException> getPackages(Plan plan, ToolFolder tools, ProvisionListener listener) {
        Distribution known = distribution.orElseThrow();
        List<SandboxException> failures = new ArrayList<>(tried(known::refresh));
        if (!failures.isEmpty()) {
            return failures;
        }
        if (!plan.packages().isEmpty()) {
            failures.addAll(tried(() -> install(known, plan.packages(), listener)));
        }
        plan.unpacks().forEach(wanted -> failures.addAll(tried(() -> unpack(known, wanted, tools))));
        return failures;
    }

    private static void install(Distribution known, List<String> packages, ProvisionListener listener) {
        listener.begun(known.commandLine(packages));
        known.install(packages);
        listener.done("installed " + String.join(", ", packages));
    }

    /** What the plan found may have been replaced by a newer one since. */
    private static void unpack(Distribution known, Unpackable wanted, ToolFolder tools) {
        String name = wanted.source().name();
        PackageFile file = known.find(wanted.source())
                .orElseThrow(() -> new ProvisionException(Fault.of("There is no package '" + name + "' for '"
                                + wanted.program().name() + "' that can be verified, by what is known now")
                        .remedy("see what is known of it: apt-cache show " + name)));
        tools.install(wanted.program().name(), file, known);
    }

    private static List<SandboxException> tried(Runnable step) {
        try {
            step.run();
            return List.of();
        } catch (SandboxException e) {
            return List.of(e);
        }
    }

    private static List<SandboxException> inParallel(List<Callable<List<SandboxException>>> steps)
            throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            CompletionService<List<SandboxException>> done = new ExecutorCompletionService<>(threads);
            steps.forEach(done::submit);
            List<SandboxException> failures = new ArrayList<>();
            for (int count = 0; count < steps.size(); count++) {
                try {
                    failures.addAll(done.take().get());
                } catch (ExecutionException e) {
                    throw new IllegalStateException(e.getCause());
                }
            }
            return failures;
        } finally {
            threads.shutdownNow();
        }
    }

    /** A package may be older than what is needed, or have another program in it than its name says. */
    private List<ProvisionException> unmet(Plan plan) {
        InstalledPrograms programs = new InstalledPrograms(settings);
        return plan.findings().values().stream()
                .flatMap(Collection::stream)
                .filter(finding -> !(finding instanceof Finding.Present) && !(finding instanceof Finding.Missing))
                .map(Finding::program)
                .distinct()
                .flatMap(program -> programs.whyUnfit(program).stream()
                        .map(reason -> new ProvisionException(
                                Fault.of("What was installed for '" + program.name() + "' will not do: " + reason)
                                        .remedy("install " + program.name() + " by hand, and put it in the path"))))
                .toList();
    }
}
