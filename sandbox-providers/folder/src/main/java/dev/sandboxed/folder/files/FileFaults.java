package dev.sandboxed.folder.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/**
 * Turns what Java says about a file into what a user of the sandbox can act on.
 *
 * @param provider name of the provider
 * @param sandbox id of the sandbox
 */
public record FileFaults(String provider, String sandbox) {

    /** Tell why an operation on a path failed. */
    public SandboxFileException of(String operation, String path, IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return new SandboxFileNotFoundException(
                    path,
                    fault("Cannot " + operation + " '" + path + "': there is no such file or directory")
                            .remedy("list its parent to see what is there")
                            .cause(cause));
        }
        return new SandboxFileException(
                path,
                fault("Cannot " + operation + " '" + path + "': " + reason(cause))
                        .remedy(remedy(cause))
                        .cause(cause));
    }

    /** Tell why an operation was not even tried. */
    public SandboxFileException refused(String path, String what, String remedy) {
        return new SandboxFileException(path, fault(what).remedy(remedy));
    }

    private Fault fault(String what) {
        return Fault.of(what).provider(provider).sandbox(sandbox);
    }

    private static String reason(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof NotDirectoryException) {
            return "it is not a directory";
        }
        if (cause instanceof DirectoryNotEmptyException) {
            return "there is a directory that is not empty";
        }
        if (cause instanceof FileAlreadyExistsException) {
            return "something else is in its place";
        }
        return isFull(cause) ? "the disk is full" : String.valueOf(cause.getMessage());
    }

    private static String remedy(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return "change its mode with chmod";
        }
        if (isFull(cause)) {
            return "free space where sandboxes are kept, or choose another place with SANDBOX_STATE_DIR";
        }
        return "look at it with stat, and at its parents";
    }

    private static boolean isFull(IOException cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("no space left") || message.contains("quota exceeded");
    }
}
