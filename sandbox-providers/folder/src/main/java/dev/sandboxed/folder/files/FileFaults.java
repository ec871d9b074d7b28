package dev.sandboxed.folder.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import java.io.IOException;

/**
 * Turns what Java says about a file into what a user of the sandbox can act on.
 *
 * @param provider name of the provider
 * @param sandbox id of the sandbox
 */
public record FileFaults(String provider, String sandbox) {

    /** Returns why an operation on a path failed. */
    public SandboxFileException of(String operation, String path, IOException cause) {
        FileFailure reason = FileFailure.of(cause);
        return SandboxFileException.of(
                path,
                reason,
                fault("Cannot " + operation + " '" + path + "': " + describe(reason, cause))
                        .remedy(remedy(reason))
                        .cause(cause));
    }

    /** Returns why an operation was not even tried. */
    public SandboxFileException refused(String path, FileFailure reason, String what, String remedy) {
        return new SandboxFileException(path, reason, fault(what).remedy(remedy));
    }

    private Fault fault(String what) {
        return Fault.of(what).provider(provider).sandbox(sandbox);
    }

    private static String describe(FileFailure reason, IOException cause) {
        return switch (reason) {
            case MISSING -> "there is no such file or directory";
            case PERMISSION -> "permission denied";
            case NOT_DIRECTORY -> "it is not a directory, or lies below a file";
            case NOT_EMPTY -> "there is a directory that is not empty";
            case ALREADY_EXISTS -> "something else is in its place";
            case NO_SPACE -> "the disk is full";
            default -> String.valueOf(cause.getMessage());
        };
    }

    private static String remedy(FileFailure reason) {
        return switch (reason) {
            case MISSING -> "list its parent to see what is there";
            case PERMISSION -> "change its mode with chmod";
            case NOT_EMPTY -> "delete what is in it first, or use deleteAll";
            case NO_SPACE -> "free space where sandboxes are kept, or choose another place with SANDBOX_STATE_DIR";
            default -> "look at it with stat, and at its parents";
        };
    }
}
