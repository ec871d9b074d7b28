package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.exec.Command;
import java.util.function.Function;

/**
 * What is said when a command cannot start in its directory.
 *
 * @param fault begins the description of a fault in the sandbox
 * @param workdir where commands start that say nothing else
 */
public record DirectoryFaults(Function<String, Fault> fault, String workdir) {

    private static final String OTHER = "give another cwd, or look at it with files().stat";

    /** Returns what to throw if it does not exist. */
    public SandboxFileNotFoundException missing(Command command) {
        return missing(command, "make it with files().mkdirs, or give another cwd");
    }

    SandboxFileNotFoundException missing(Command command, String remedy) {
        return new SandboxFileNotFoundException(
                directory(command), describe(command, "does not exist").remedy(remedy));
    }

    /** Returns what to throw if it is something else. */
    public SandboxFileException notADirectory(Command command) {
        return new SandboxFileException(
                directory(command),
                FileFailure.NOT_DIRECTORY,
                describe(command, "is not a directory").remedy(OTHER));
    }

    /** Returns what to throw if this user may not enter it. */
    public SandboxFileException shut(Command command) {
        return new SandboxFileException(
                directory(command),
                FileFailure.PERMISSION,
                describe(command, "may not be entered").remedy(OTHER));
    }

    private Fault describe(Command command, String what) {
        return fault.apply("The directory '" + directory(command) + "' of a command " + what + ": " + command);
    }

    private String directory(Command command) {
        return command.cwd().orElse(workdir);
    }
}
