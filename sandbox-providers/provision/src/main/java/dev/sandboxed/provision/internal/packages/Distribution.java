package dev.sandboxed.provision.internal.packages;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionSettings;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The packages of the distribution that this host runs, and the program that installs them. */
public final class Distribution {

    private static final Duration TO_ANSWER = Duration.ofSeconds(30);
    private static final Duration TO_INSTALL = Duration.ofMinutes(15);
    private static final int LINES_SHOWN = 5;

    private final PackageCommands commands;
    private final Path program;
    private final ProvisionSettings settings;

    private Distribution(PackageCommands commands, Path program, ProvisionSettings settings) {
        this.commands = commands;
        this.program = program;
        this.settings = settings;
    }

    /** Returns that of this host; empty if nobody is known who installs packages here. */
    public static Optional<Distribution> ofThisHost(ProvisionSettings settings) {
        String path = settings.environment().getOrDefault("PATH", "");
        return Stream.of(PackageCommands.values())
                .flatMap(commands -> HostPrograms.locate(List.of(commands.program()), path).stream()
                        .map(program -> new Distribution(commands, program, settings)))
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
                || packages.stream().allMatch(name -> ask(commands.show(name)).succeeded());
    }

    /** Returns how much would be fetched for packages, in bytes, with all they need; empty if nobody can tell. */
    public OptionalLong downloadSize(List<String> packages) {
        return !packages.isEmpty() && isFilled()
                ? commands.downloadSize(packages)
                        .map(argv -> AptUris.totalSize(ask(argv).stdout()))
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
        refresh();
        require(commands.install(packages), "could not install " + String.join(", ", packages));
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

    /** Images of containers come without the lists of packages. */
    private boolean isFilled() {
        return commands.lists()
                .map(arguments -> !ask(arguments).stdout().isBlank())
                .orElse(true);
    }

    private void refresh() {
        commands.refresh().ifPresent(refresh -> require(refresh, "could not find out which packages there are"));
    }

    private void require(List<String> arguments, String failure) {
        ExecResult result = run(arguments, TO_INSTALL);
        if (!result.succeeded()) {
            throw new ProvisionException(Fault.of(commands.program() + " " + failure + ": " + result.ending() + "\n"
                            + lastLines(result.stdout() + result.stderr()))
                    .remedy("see what it says, and try by hand: " + commands.program() + " "
                            + String.join(" ", arguments)));
        }
    }

    private ExecResult ask(List<String> arguments) {
        return run(arguments, TO_ANSWER);
    }

    private ExecResult run(List<String> arguments, Duration limit) {
        List<String> argv = new ArrayList<>(List.of(program.toString()));
        argv.addAll(arguments);
        Map<String, String> environment = new HashMap<>(settings.environment());
        environment.put("DEBIAN_FRONTEND", "noninteractive");
        environment.put("LC_ALL", "C");
        environment.putIfAbsent("PATH", HostPrograms.USUAL_PATH);
        return HostTool.run(Command.of(argv), limit, environment, Path.of("/"));
    }

    private static String lastLines(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .skip(Math.max(0, lines.size() - LINES_SHOWN))
                .map(line -> "    " + line)
                .collect(Collectors.joining("\n"));
    }
}
