package dev.sandboxed.provision.internal.plan;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.provision.Architecture;
import dev.sandboxed.api.provision.Checksum;
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
    private static final String MEMBER = "member";
    private static final String SHA256 = "sha256";
    private static final String SHA512 = "sha512";
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
        Checksum checksum = checksum(program);
        return fetch(
                program,
                "of-" + checksum.digits().substring(0, SHOWN_OF_CHECKSUM),
                address(program, URL, url),
                checksum,
                settings.find(program, MEMBER));
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
        return fetch(program, release.version(), site.resolve(file.path()), file.checksum(), file.member());
    }

    private Offer fetch(Program program, String version, URI from, Checksum checksum, Optional<String> member) {
        Path file = settings.programs().resolve(program.name());
        if (ToolFolder.leadsTo(file, version)) {
            return Offer.of(new Finding.Present(program, file, version));
        }
        return settings.fetching() == Fetching.NOTHING
                ? Offer.none("release " + version + " is not fetched offline", "run it again without --offline")
                : Offer.of(new Finding.Fetchable(program, version, from, checksum, member));
    }

    /** Some makers publish checksums of the one kind, some of the other. */
    private Checksum checksum(Program program) {
        Optional<String> sha256 = settings.find(program, SHA256);
        try {
            return sha256.isPresent()
                    ? Checksum.sha256(sha256.get())
                    : Checksum.sha512(settings.find(program, SHA512).orElse(""));
        } catch (IllegalArgumentException e) {
            String key = sha256.isPresent() ? SHA256 : SHA512;
            throw new ProvisionException(Fault.of("The file that '" + key(program, URL)
                            + "' names needs a checksum in '" + key(program, key) + "': " + e.getMessage())
                    .remedy("set it to what " + key + "sum prints for the file")
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
