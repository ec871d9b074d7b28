package dev.sandboxed.provision.internal.plan;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.provision.internal.packages.Distribution;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.Plan;
import dev.sandboxed.provision.plan.ProvisionSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out what is there and what is to be done. */
public final class Planner {

    private final InstalledPrograms installed;
    private final PackageSources packages;
    private final UnpackedSources unpacked;
    private final ReleaseSources releases;
    private final Map<Program, Finding> known = new HashMap<>();

    public Planner(ProvisionSettings settings, Optional<Distribution> distribution) {
        this.installed = new InstalledPrograms(settings);
        this.packages = new PackageSources(settings, distribution);
        this.unpacked = new UnpackedSources(settings, distribution);
        this.releases = new ReleaseSources(settings);
    }

    public Plan plan(Collection<SandboxProvider> providers) {
        Map<String, List<Finding>> findings = new LinkedHashMap<>();
        for (SandboxProvider provider : providers) {
            boolean works = provider.status().isAvailable();
            findings.put(
                    provider.name(),
                    provider.capabilities().requirements().stream()
                            .filter(Program.class::isInstance)
                            .map(Program.class::cast)
                            .map(program -> known.computeIfAbsent(program, this::find))
                            .filter(finding -> !works || isWanted(finding))
                            .toList());
        }
        return new Plan(findings);
    }

    /** Looks again for what a plan wants to install, and asks no provider. */
    public Plan again(Plan plan) {
        Map<String, List<Finding>> findings = new LinkedHashMap<>();
        plan.findings()
                .forEach((provider, before) -> findings.put(
                        provider,
                        before.stream()
                                .map(finding ->
                                        finding instanceof Finding.Installable || finding instanceof Finding.Unpackable
                                                ? known.computeIfAbsent(finding.program(), this::find)
                                                : finding)
                                .toList()));
        return new Plan(findings);
    }

    /**
     * One that works needs nothing that it does not have, whatever it uses instead: an engine elsewhere, for example. What was
     * unpacked for it is updated by nobody else.
     */
    private boolean isWanted(Finding finding) {
        return finding instanceof Finding.Present
                || finding.program().optional()
                || releases.isNamed(finding.program())
                || (finding instanceof Finding.Unpackable && unpacked.isOurs(finding.program()));
    }

    /** Whoever names another place for a file wants it from there, whatever else is here. */
    private Finding find(Program program) {
        Optional<Finding> named = releases.named(program);
        if (named.isPresent()) {
            return named.get();
        }
        InstalledPrograms.Look look = installed.at(program);
        if (look.present().isPresent()) {
            return unpacked.update(program).orElseGet(look.present()::get);
        }
        List<String> reasons = new ArrayList<>(List.of(look.reason()));
        List<String> remedies = new ArrayList<>();
        for (Source source : program.sources()) {
            Offer offer = offer(program, source);
            if (offer.finding().isPresent()) {
                return offer.finding().get();
            }
            reasons.add(offer.reason());
            offer.remedy().ifPresent(remedies::add);
        }
        remedies.add("install " + program.name() + " by hand, and put it in the path");
        return new Finding.Missing(program, String.join("; ", reasons), remedies.get(0));
    }

    private Offer offer(Program program, Source source) {
        if (source instanceof Source.Packages some) {
            return packages.offer(program, some);
        }
        return source instanceof Source.Unpacked one
                ? unpacked.offer(program, one)
                : releases.offer(program, (Source.Release) source);
    }
}
