package dev.sandboxed.serve.internal.e2b.process;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.serve.internal.connect.ConnectError;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Starts programs in a sandbox.
 *
 * @param paths resolves a path as the daemon does
 */
record Starter(Sandbox sandbox, UnaryOperator<String> paths) {

    /** The time of a command is measured by the service, whose callers may want it to run for as long as the sandbox. */
    private static final Duration LONGEST = Duration.ofDays(365);
    /** Output is passed on; what a provider keeps besides is for nobody, but its complaint of a missing program. */
    private static final DataSize KEPT = DataSize.ofKibibytes(4);

    /**
     * Starts a program.
     *
     * @throws ConnectError if it cannot be started, other than for being absent
     */
    Program start(StartRequest request) throws ConnectError {
        try {
            Command command = Command.of(request.argv())
                    .env(request.env())
                    .timeout(LONGEST)
                    .outputLimit(KEPT);
            if (!request.cwd().isEmpty()) {
                command = command.cwd(existing(paths.apply(request.cwd())));
            }
            if (request.user().isPresent()) {
                command = command.user(request.user().get());
            }
            return run(command, request);
        } catch (IllegalArgumentException e) {
            throw ConnectError.invalid(String.valueOf(e.getMessage()));
        } catch (SandboxException e) {
            throw request.refused(e);
        }
    }

    /** Some providers would tell of a missing directory only when callers have been told that the program runs. */
    private String existing(String directory) {
        sandbox.files().stat(directory);
        return directory;
    }

    private Program run(Command command, StartRequest request) {
        Optional<TerminalSize> terminal = request.terminal();
        if (terminal.isPresent()) {
            return new TerminalProgram(sandbox.terminal(command, terminal.get()));
        }
        boolean open = request.openInput();
        return new PipedProgram(sandbox.start(open ? command.stdin(Stdin.open()) : command), open);
    }
}
