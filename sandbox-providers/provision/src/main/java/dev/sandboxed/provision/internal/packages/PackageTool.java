package dev.sandboxed.provision.internal.packages;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.provision.plan.ProvisionException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A program of the distribution that knows packages, told to ask nothing and to speak English. */
final class PackageTool {

    private static final Duration TO_ANSWER = Duration.ofSeconds(30);
    private static final Duration TO_INSTALL = Duration.ofMinutes(15);
    private static final Path ANYWHERE = Path.of("/");
    private static final int LINES_SHOWN = 5;

    private final Path program;
    private final Map<String, String> environment;

    private PackageTool(Path program, Map<String, String> environment) {
        this.program = program;
        this.environment = environment;
    }

    /** Returns one by its name; empty if it is not here. */
    static Optional<PackageTool> named(String name, Map<String, String> environment) {
        return HostPrograms.locate(List.of(name), environment.getOrDefault("PATH", ""))
                .map(program -> new PackageTool(program, environment));
    }

    /** Asks for something that changes nothing. */
    ExecResult ask(List<String> arguments) {
        return run(arguments, TO_ANSWER, ANYWHERE);
    }

    /**
     * Has something done.
     *
     * @param failure what it could not do if it fails
     * @throws ProvisionException if it fails, with the last of what was said
     */
    void require(List<String> arguments, String failure) {
        require(arguments, ANYWHERE, failure);
    }

    /**
     * Has something done in a folder.
     *
     * @throws ProvisionException if it fails, with the last of what was said
     */
    void require(List<String> arguments, Path folder, String failure) {
        ExecResult result = run(arguments, TO_INSTALL, folder);
        if (!result.succeeded()) {
            throw new ProvisionException(Fault.of(program.getFileName() + " " + failure + ": " + result.ending() + "\n"
                            + lastLines(result.stdout() + result.stderr()))
                    .remedy("see what it says, and try by hand: " + program.getFileName() + " "
                            + String.join(" ", arguments)));
        }
    }

    private ExecResult run(List<String> arguments, Duration limit, Path folder) {
        List<String> argv = new ArrayList<>(List.of(program.toString()));
        argv.addAll(arguments);
        Map<String, String> whole = new HashMap<>(environment);
        whole.put("DEBIAN_FRONTEND", "noninteractive");
        whole.put("LC_ALL", "C");
        whole.putIfAbsent("PATH", HostPrograms.USUAL_PATH);
        return HostTool.run(Command.of(argv), limit, whole, folder);
    }

    private static String lastLines(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .skip(Math.max(0, lines.size() - LINES_SHOWN))
                .map(line -> "    " + line)
                .collect(Collectors.joining("\n"));
    }
}
