package dev.sandboxed.provision.internal.plan;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.provision.Architecture;
import dev.sandboxed.api.provision.Published;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.provision.internal.release.ToolFolder;
import dev.sandboxed.provision.plan.Finding;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionSettings;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What the makers of programs have to offer, or somebody who has the same files. */
final class ReleaseSources {

    private static final String URL = "url";
    private static final String MIRROR = "mirror";
    private static final int SHOWN_OF_CHECKSUM = 12;

    private final ProvisionSettings settings;

    ReleaseSources(ProvisionSettings settings) {
        this.settings = settings;
    }

    /** Returns whether a program is wanted from a release: the settings name a file or a site for it, or allow nothing else. */
    boolean isNamed(Program program) {
        return settings.find(program, URL).isPresent()
                || settings.find(program, MIRROR).isPresent()
                || (settings.fetching() == Fetching.RELEASES
                        && releases(program).findAny().isPresent());
    }

    /**
     * Returns what the settings name for a program, if it can be had.
     *
     * @throws ProvisionException if an address is none, or a file has no checksum
     */
    Optional<Finding> named(Program program) {
        Stream<Offer> offers = settings.find(program, URL)
                .map(url -> Stream.of(file(program, url)))
                .orElseGet(() -> releases(program).map(release -> offer(program, release)));
        return isNamed(program)
                ? offers.flatMap(offer -> offer.finding().stream()).findFirst()
                : Optional.empty();
    }

    private static Stream<Source.Release> releases(Program program) {
        return program.sources().stream()
                .filter(Source.Release.class::isInstance)
                .map(Source.Release.class::cast);
    }

    private Offer file(Program program, String url) {
        String sha512 = checksum(program);
        return fetch(program, "of-" + sha512.substring(0, SHOWN_OF_CHECKSUM), address(program, URL, url), sha512);
    }

    Offer offer(Program program, Source.Release release) {
        Optional<Architecture> here = Architecture.named(settings.architecture());
        Published file = here.map(release.files()::get).orElse(null);
        if (file == null) {
            return Offer.none("its makers publish nothing for " + settings.architecture());
        }
        URI site = settings.find(program, MIRROR)
                .map(mirror -> address(program, MIRROR, mirror.endsWith("/") ? mirror : mirror + "/"))
                .orElse(release.site());
        return fetch(program, release.version(), site.resolve(file.path()), file.sha512());
    }

    private Offer fetch(Program program, String version, URI from, String sha512) {
        Path file = settings.programs().resolve(program.name());
        if (ToolFolder.leadsTo(file, version)) {
            return Offer.of(new Finding.Present(program, file, version));
        }
        return settings.fetching() == Fetching.NOTHING
                ? Offer.none("release " + version + " is not fetched offline", "run it again without --offline")
                : Offer.of(new Finding.Fetchable(program, version, from, sha512));
    }

    private String checksum(Program program) {
        String sha512 = settings.find(program, "sha512").orElse("");
        try {
            return new Published(program.name(), sha512).sha512();
        } catch (IllegalArgumentException e) {
            throw new ProvisionException(Fault.of("The file that '" + key(program, URL)
                            + "' names needs a checksum in '" + key(program, "sha512") + "': " + e.getMessage())
                    .remedy("set it to what sha512sum prints for the file")
                    .cause(e));
        }
    }

    private static URI address(Program program, String key, String value) {
        try {
            URI address = URI.create(value);
            if ("http".equals(address.getScheme()) || "https".equals(address.getScheme())) {
                return address;
            }
        } catch (IllegalArgumentException noAddress) {
            // Said below.
        }
        throw new ProvisionException(Fault.of("'" + key(program, key) + "' is '" + value + "', which is no address")
                .remedy("give one that begins with http:// or https://"));
    }

    private static String key(Program program, String key) {
        return "sandbox.provision." + program.name() + "." + key;
    }
}
