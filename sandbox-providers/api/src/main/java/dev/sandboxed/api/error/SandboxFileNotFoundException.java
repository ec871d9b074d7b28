package dev.sandboxed.api.error;

/** Thrown when a file or directory that must exist does not. */
public final class SandboxFileNotFoundException extends SandboxFileException {

    private static final long serialVersionUID = 1L;

    public SandboxFileNotFoundException(String path, Fault fault) {
        super("sandbox-file-not-found", path, FileFailure.MISSING, fault);
    }
}
