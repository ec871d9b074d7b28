package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Runs git on the host, with no more of the host's environment than it needs. It runs no hook, asks nobody for a password
 * and takes no lock that it can do without.
 *
 * @param program its name, or its path
 * @param environment that of the host
 * @param config whose settings hold
 */
record Git(String program, Map<String, String> environment, Config config) {

    /** Whose settings hold besides those of the repository. */
    enum Config {
        /** Those of the user: there stands which folders of other users are trusted. */
        OF_THE_USER,
        /** Nobody's, so that files come out alike for every user. */
        OF_NOBODY
    }

    private static final List<String> QUIET = List.of(
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "gc.auto=0",
            "-c",
            "maintenance.auto=0");

    /** Returns the git that the setting {@code git} names, with the settings of the user. */
    static Git of(ProviderContext context) {
        return new Git(context.settings().getOrDefault("git", "git"), context.environment(), Config.OF_THE_USER);
    }

    Git with(Config other) {
        return new Git(program, environment, other);
    }

    /**
     * Run it to its end; what git itself says against it is a result.
     *
     * @throws dev.sandboxed.api.error.SandboxStartException if the deadline passes
     */
    ExecResult run(Place place, String... arguments) {
        return run(place, command -> command, arguments);
    }

    ExecResult run(Place place, UnaryOperator<Command> change, String... arguments) {
        String step = "git " + arguments[0];
        place.deadline().check(step);
        List<String> argv = new ArrayList<>(List.of(program));
        argv.addAll(QUIET);
        argv.addAll(List.of(arguments));
        Command command = change.apply(Command.of(argv).timeout(place.deadline().remaining()));
        ExecResult result = ProcessRunner.run(new Launch(command, argv, variables(), place.folder(), place.scope()));
        if (result.timedOut()) {
            place.deadline().check(step);
        }
        return result;
    }

    /**
     * Where it runs.
     *
     * @param folder where it starts; must exist
     * @param scope what its processes belong to
     * @param deadline when it must be done
     */
    record Place(Path folder, ProcessScope scope, Deadline deadline) {

        Place in(Path other) {
            return new Place(other, scope, deadline);
        }
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        copy("PATH", variables);
        variables.put("LC_ALL", "C");
        variables.put("GIT_TERMINAL_PROMPT", "0");
        variables.put("GIT_OPTIONAL_LOCKS", "0");
        variables.put("GIT_NO_LAZY_FETCH", "1");
        if (config == Config.OF_THE_USER) {
            copy("HOME", variables);
            copy("XDG_CONFIG_HOME", variables);
        } else {
            variables.put("GIT_CONFIG_GLOBAL", "/dev/null");
            variables.put("GIT_CONFIG_NOSYSTEM", "1");
        }
        return variables;
    }

    private void copy(String name, Map<String, String> into) {
        String value = environment.get(name);
        if (value != null) {
            into.put(name, value);
        }
    }
}
