package dev.sandboxed.provision.internal.packages;

import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionSettings;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The packages of the distribution that this host runs, and the program that installs them. */
public final class Distribution {

    private final PackageCommands commands;
    private final PackageTool tool;
    private final ProvisionSettings settings;

    private Distribution(PackageCommands commands, PackageTool tool, ProvisionSettings settings) {
        this.commands = commands;
        this.tool = tool;
        this.settings = settings;
    }

    /** Returns that of this host; empty if nobody is known who installs packages here. */
    public static Optional<Distribution> ofThisHost(ProvisionSettings settings) {
        return Stream.of(PackageCommands.values())
                .flatMap(commands -> PackageTool.named(commands.program(), settings.environment()).stream()
                        .map(tool -> new Distribution(commands, tool, settings)))
                .findFirst();
    }

    public PackageManager manager() {
        return commands.manager();
    }

    /** Returns whether this user may install packages. */
    public boolean isAllowed() {
        return settings.root() || !commands.needsRoot();
    }

    /** Returns whether all packages are known here; true as well where nobody has asked yet what there is. */
    public boolean knows(List<String> packages) {
        return !isFilled()
                || packages.stream()
                        .allMatch(name -> tool.ask(commands.show(name)).succeeded());
    }

    /** Returns how much would be fetched for packages, in bytes, with all they need; empty if nobody can tell. */
    public OptionalLong downloadSize(List<String> packages) {
        return !packages.isEmpty() && isFilled()
                ? commands.downloadSize(packages)
                        .map(argv -> AptUris.totalSize(tool.ask(argv).stdout()))
                        .orElse(OptionalLong.empty())
                : OptionalLong.empty();
    }

    /** Returns what a person would type to install packages. */
    public String commandLine(List<String> packages) {
        return (commands.needsRoot() && !settings.root() ? "sudo " : "")
                + Stream.concat(Stream.of(commands.program()), commands.install(packages).stream())
                        .collect(Collectors.joining(" "));
    }

    /**
     * Installs packages, with all they need and nothing that is only recommended.
     *
     * @throws ProvisionException if that fails, with the last of what was said
     */
    public void install(List<String> packages) {
        tool.require(commands.install(packages), "could not install " + String.join(", ", packages));
    }

    /** Returns the file of a package that is to be unpacked; empty if there is none that can be verified. */
    public Optional<PackageFile> find(Source.Unpacked source) {
        return files().flatMap(files -> files.find(source));
    }

    /**
     * Fetches a package and unpacks it.
     *
     * @param folder where the file goes, under its own name; must exist
     * @param verified is asked before anything is unpacked, and throws what it likes
     * @throws ProvisionException if that fails, with the last of what was said
     */
    public void unpack(PackageFile file, Path folder, Path target, Verification verified) throws IOException {
        AptFiles files = files().orElseThrow();
        files.fetch(file, folder);
        Path fetched = folder.resolve(file.file());
        verified.verify(fetched);
        files.unpack(fetched, target);
    }

    /** Looks at a file before it is used. */
    public interface Verification {

        /** Throws if it is not what it should be. */
        void verify(Path file) throws IOException;
    }

    private Optional<AptFiles> files() {
        return manager() == PackageManager.APT ? AptFiles.ofThisHost(tool, settings.environment()) : Optional.empty();
    }

    /**
     * Finds out which packages there are, if nobody has yet and this user may.
     *
     * @return whether that was done now
     * @throws ProvisionException if that fails, with the last of what was said
     */
    public boolean fill() {
        boolean wanted = !isFilled() && isAllowed() && settings.fetching() == Fetching.EVERYTHING;
        if (wanted) {
            refresh();
        }
        return wanted;
    }

    /** Returns whether anybody has asked yet which packages there are: images of containers come without the lists. */
    public boolean isFilled() {
        return commands.lists()
                .map(arguments -> !tool.ask(arguments).stdout().isBlank())
                .orElse(true);
    }

    /**
     * Finds out which packages there are now, if this user may.
     *
     * @throws ProvisionException if that fails, with the last of what was said
     */
    public void refresh() {
        commands.refresh()
                .filter(any -> isAllowed())
                .ifPresent(refresh -> tool.require(refresh, "could not find out which packages there are"));
    }
}
