package dev.sandboxed.provision.internal.plan;

import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.provision.internal.packages.Distribution;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.ProvisionSettings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the distribution has to offer. */
final class PackageSources {

    private final ProvisionSettings settings;
    private final Optional<Distribution> distribution;

    PackageSources(ProvisionSettings settings, Optional<Distribution> distribution) {
        this.settings = settings;
        this.distribution = distribution;
    }

    Offer offer(Program program, Source.Packages source) {
        if (distribution.isEmpty()) {
            return Offer.none("none of the programs that install packages is here (apt-get, dnf, apk, brew)");
        }
        Distribution here = distribution.get();
        List<String> packages = source.names().get(here.manager());
        String manager = here.manager().name().toLowerCase(Locale.ROOT);
        if (packages == null) {
            return Offer.none(manager + " has no package with it");
        }
        String names = String.join(", ", packages);
        if (!here.knows(packages)) {
            return Offer.none(manager + " does not know the package " + names);
        }
        String command = here.commandLine(packages);
        if (!here.isAllowed()) {
            return Offer.none("installing the package " + names + " takes root", command);
        }
        return switch (settings.fetching()) {
            case NOTHING -> Offer.none("the package " + names + " is not fetched offline", command);
            case RELEASES -> Offer.none("the package " + names + " is not installed, as was asked", command);
            case EVERYTHING -> Offer.of(new Finding.Installable(program, here.manager(), packages));
        };
    }
}
