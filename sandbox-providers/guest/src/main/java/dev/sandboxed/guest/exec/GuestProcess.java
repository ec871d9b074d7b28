package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.TerminalSize;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A process to start inside a guest.
 *
 * @param argv the program and its arguments
 * @param env variables in addition to those of the guest
 * @param user whom it runs as, by name or number, if not as the guest's own user
 * @param terminal the size of the terminal it is given, if any
 */
public record GuestProcess(
        List<String> argv,
        Map<String, String> env,
        @Nullable String user,
        @Nullable TerminalSize terminal) {

    public GuestProcess {
        argv = List.copyOf(argv);
        env = Map.copyOf(env);
    }
}
