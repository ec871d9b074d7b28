package dev.sandboxed.provision.internal.packages;

import dev.sandboxed.api.provision.Source;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Gets packages of Debian as files, which takes no root, and takes out what is in them. */
final class AptFiles {

    private static final Pattern DEPENDS = Pattern.compile("^Depends: (.*)$", Pattern.MULTILINE);
    private static final Pattern BETWEEN_NAMES = Pattern.compile("[,|]");

    private final PackageTool apt;
    private final PackageTool cache;
    private final PackageTool dpkg;

    private AptFiles(PackageTool apt, PackageTool cache, PackageTool dpkg) {
        this.apt = apt;
        this.cache = cache;
        this.dpkg = dpkg;
    }

    /** Returns that of this host; empty if a program is missing that every Debian has. */
    static Optional<AptFiles> ofThisHost(PackageTool apt, Map<String, String> environment) {
        return PackageTool.named("apt-cache", environment)
                .flatMap(cache ->
                        PackageTool.named("dpkg-deb", environment).map(dpkg -> new AptFiles(apt, cache, dpkg)));
    }

    /** Returns the file that would be fetched now; empty if no such package is known, or nobody can verify it. */
    Optional<PackageFile> find(Source.Unpacked source) {
        Optional<String> name = source.leadsTo().isEmpty()
                ? Optional.of(source.name())
                : dependencies(source.name())
                        .filter(one -> one.startsWith(source.leadsTo().get()))
                        .findFirst();
        return name.flatMap(known -> AptUris.file(
                known, apt.ask(List.of("--print-uris", "download", known)).stdout()));
    }

    private Stream<String> dependencies(String name) {
        String said = cache.ask(List.of("show", "--no-all-versions", name)).stdout();
        return DEPENDS.matcher(said)
                .results()
                .flatMap(line -> BETWEEN_NAMES.splitAsStream(line.group(1)))
                .map(one -> one.strip().replaceFirst("[ (:].*$", ""));
    }

    /** Fetches a package into a folder; apt compares it with its signed lists. */
    void fetch(PackageFile file, Path folder) {
        apt.require(List.of("download", file.name()), folder, "could not fetch " + file.name());
    }

    /** Takes out what is in a package; nothing of it is run. */
    void unpack(Path file, Path target) {
        dpkg.require(List.of("-x", file.toString(), target.toString()), "could not unpack " + file);
    }
}
