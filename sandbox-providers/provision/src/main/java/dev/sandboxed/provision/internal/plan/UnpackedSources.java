package dev.sandboxed.provision.internal.plan;

import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.provision.internal.packages.Distribution;
import dev.sandboxed.provision.internal.packages.PackageFile;
import dev.sandboxed.provision.internal.release.ToolFolder;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.ProvisionSettings;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** What the distribution has to offer to be unpacked. */
final class UnpackedSources {

    private final ProvisionSettings settings;
    private final Optional<Distribution> distribution;

    UnpackedSources(ProvisionSettings settings, Optional<Distribution> distribution) {
        this.settings = settings;
        this.distribution = distribution;
    }

    Offer offer(Program program, Source.Unpacked source) {
        String manager = source.manager().name().toLowerCase(Locale.ROOT);
        if (distribution.isEmpty() || distribution.get().manager() != source.manager()) {
            return Offer.none("the package " + source.name() + " is one of " + manager + ", which this host has not");
        }
        return switch (settings.fetching()) {
            case NOTHING ->
                Offer.none(
                        "the package " + source.name() + " is not fetched offline", "run it again without --offline");
            case RELEASES ->
                Offer.none(
                        "the package " + source.name() + " is not unpacked, as was asked",
                        "run it again without --no-packages");
            case EVERYTHING -> offer(program, source, distribution.get(), manager);
        };
    }

    private static Offer offer(Program program, Source.Unpacked source, Distribution here, String manager) {
        if (here.isFilled()) {
            return here.find(source)
                    .map(file -> Offer.of(found(program, source, file)))
                    .orElseGet(() -> Offer.none(
                            manager + " does not know the package " + source.name() + ", or has no checksum of it"));
        }
        return here.isAllowed()
                ? Offer.of(new Finding.Unpackable(program, source, source.name(), OptionalLong.empty()))
                : Offer.none(
                        "nobody has let " + manager + " find out yet which packages there are, which takes root",
                        "sudo apt-get update");
    }

    /** Returns what would replace a folder that was unpacked here, if the distribution has another one by now. */
    Optional<Finding> update(Program program) {
        if (!isOurs(program) || settings.fetching() != Fetching.EVERYTHING) {
            return Optional.empty();
        }
        return program.sources().stream()
                .filter(Source.Unpacked.class::isInstance)
                .map(Source.Unpacked.class::cast)
                .filter(source -> distribution
                        .filter(here -> here.manager() == source.manager())
                        .isPresent())
                .flatMap(source -> distribution.orElseThrow().find(source).stream()
                        .filter(file -> !ToolFolder.leadsTo(place(program), file.version()))
                        .map(file -> found(program, source, file)))
                .findFirst();
    }

    /** Returns whether it was unpacked here before. */
    boolean isOurs(Program program) {
        return program.sources().stream().anyMatch(Source.Unpacked.class::isInstance)
                && Files.isDirectory(place(program));
    }

    private Path place(Program program) {
        return settings.programs().resolve(program.name());
    }

    private static Finding found(Program program, Source.Unpacked source, PackageFile file) {
        return new Finding.Unpackable(program, source, file.version(), OptionalLong.of(file.size()));
    }
}
