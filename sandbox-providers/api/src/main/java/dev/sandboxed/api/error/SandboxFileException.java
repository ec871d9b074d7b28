package dev.sandboxed.api.error;

import java.util.Objects;

/** Thrown when a file operation fails. {@link #reason()} tells programs why; the message tells people. */
public class SandboxFileException extends SandboxException {

    private static final long serialVersionUID = 1L;

    private final String path;
    private final FileFailure reason;

    /**
     * Creates an exception for a failure other than absence.
     *
     * @throws IllegalArgumentException if the reason is {@link FileFailure#MISSING}, for which there is
     *     {@link SandboxFileNotFoundException}
     */
    public SandboxFileException(String path, FileFailure reason, Fault fault) {
        this("sandbox-file", path, reason, fault);
        if (reason == FileFailure.MISSING) {
            throw new IllegalArgumentException("The absence of '" + path
                    + "' must be a SandboxFileNotFoundException; create it with SandboxFileException.of");
        }
    }

    SandboxFileException(String code, String path, FileFailure reason, Fault fault) {
        super(code, fault);
        this.path = path;
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** Returns the exception for any reason: a {@link SandboxFileNotFoundException} if something is missing. */
    public static SandboxFileException of(String path, FileFailure reason, Fault fault) {
        return reason == FileFailure.MISSING
                ? new SandboxFileNotFoundException(path, fault)
                : new SandboxFileException(path, reason, fault);
    }

    /** Returns the path as the caller gave it. */
    public final String path() {
        return path;
    }

    /** Returns why the operation failed. */
    public final FileFailure reason() {
        return reason;
    }
}
