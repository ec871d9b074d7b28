package dev.sandboxed.process.internal.host;

import dev.sandboxed.process.HostTool;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.internal.posix.Starts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts processes of the host that run beside this JVM for a while and are talked to through pipes. What runs to its end is
 * run by {@link HostTool}, and a command of a sandbox by {@link ProcessRunner}.
 */
public final class HostProcess {

    private HostProcess() {}

    /**
     * Starts one in our own session, so that a terminal that it opens does not become its own.
     *
     * @param env its whole environment
     * @param folder where it starts; must exist
     * @throws IOException if there is no such program, or no process can be made
     */
    public static Process start(List<String> argv, Map<String, String> env, Path folder) throws IOException {
        return Starts.during(prepared(argv, env, folder)::start);
    }

    /** Starts one as {@link #start} does, which reads and writes where this JVM does. */
    public static Process startInPlace(List<String> argv, Map<String, String> env, Path folder) throws IOException {
        return Starts.during(prepared(argv, env, folder).inheritIO()::start);
    }

    private static ProcessBuilder prepared(List<String> argv, Map<String, String> env, Path folder) {
        ProcessBuilder builder = new ProcessBuilder(argv).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(env);
        return builder;
    }

    /** Starts one as {@link #start} does, but in a session of its own: what a terminal sends to us is not for it. */
    public static Process startInOwnSession(List<String> argv, Map<String, String> env, Path folder)
            throws IOException {
        return start(Stream.concat(Stream.of("/usr/bin/setsid"), argv.stream()).toList(), env, folder);
    }
}
