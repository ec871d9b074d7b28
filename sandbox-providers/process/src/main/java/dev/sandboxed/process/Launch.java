package dev.sandboxed.process;

import dev.sandboxed.api.exec.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Everything needed to run a command as a process of the host.
 *
 * @param command what the user asked for: its input, timeout and outputs hold, its argv, env and cwd are for show
 * @param argv what is executed on the host, the program first; looked up in the {@code PATH} of {@code env}
 * @param env the whole environment; nothing of ours is added but the marker of the scope
 * @param cwd where it starts on the host; must exist
 * @param scope the processes it belongs to
 */
public record Launch(Command command, List<String> argv, Map<String, String> env, Path cwd, ProcessScope scope) {

    public Launch {
        argv = List.copyOf(argv);
        env = Map.copyOf(env);
    }
}
