package dev.sandboxed.network.internal;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs programs of the host in the room around a sandbox. */
final class RoomCommand {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private RoomCommand() {}

    /** Returns what the program says; throws {@link IOException} with its words if it fails. */
    static String run(LinkedNamespaces room, Command command) throws IOException {
        List<String> argv = new ArrayList<>(
                List.of("/usr/bin/nsenter", "--net=" + room.outer().path()));
        argv.addAll(command.argv());
        ExecResult result = HostTool.run(Command.of(argv).stdin(command.stdin()), PATIENCE);
        if (!result.succeeded()) {
            throw new IOException(command.argv().get(0) + " did not change the network of a sandbox: "
                    + (result.stderr().isBlank()
                            ? result.ending()
                            : result.stderr().strip()));
        }
        return result.stdout();
    }
}
