package dev.sandboxed.api.error;

/** Thrown when a file operation fails for a reason other than absence: a directory, no permission, an escape, a full disk. */
public class SandboxFileException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final String path;

    public SandboxFileException(String path, Fault fault) {
        this("sandbox-file", path, fault);
    }

    SandboxFileException(String code, String path, Fault fault) {
        super(code, fault);
        this.path = path;
    }

    /** Name the path as the caller gave it. */
    public final String path() {
        return path;
    }
}
