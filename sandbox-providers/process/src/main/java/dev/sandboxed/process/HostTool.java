package dev.sandboxed.process;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spi.SandboxIds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Runs programs of the host that help to make and to look after sandboxes, each until it ends or its time is up. Whatever such
 * a program has started is dead when it returns late.
 */
public final class HostTool {

    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", HostPrograms.USUAL_PATH);

    private HostTool() {}

    /** Runs one in the top folder, with nothing in its environment but the usual path; fails as {@link ProcessRunner#run}. */
    public static ExecResult run(Command command, Duration limit) {
        return run(command, limit, ENVIRONMENT, Path.of("/"));
    }

    /**
     * Runs one; fails as {@link ProcessRunner#run}.
     *
     * @param command the program, its arguments and its input
     * @param limit how long it may take
     * @param env its whole environment
     * @param folder where it starts; must exist
     */
    public static ExecResult run(Command command, Duration limit, Map<String, String> env, Path folder) {
        ProcessScope scope = new ProcessScope(SandboxIds.next("tool"));
        return ProcessRunner.run(new Launch(command.timeout(limit), command.argv(), env, folder, scope));
    }
}
