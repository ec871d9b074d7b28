package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.web.HttpError;
import java.io.IOException;
import java.util.zip.ZipException;

/** What the daemon answers when something cannot be done with a file. */
final class FileErrors {

    /** How the daemon begins to say that something is too much. */
    private static final String NO_ROOM = "not enough disk space available: ";

    private FileErrors() {}

    /** The daemon knows no other bound than its disk, so clients understand that one. */
    static HttpError noRoom(SandboxException failure) {
        return new HttpError(507, NO_ROOM + failure.what());
    }

    /** Does something with files. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    /** Does something for a request that is no call; what fails becomes a status. */
    static <T> T forHttp(String path, Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (IllegalArgumentException e) {
            throw new HttpError(400, String.valueOf(e.getMessage()));
        } catch (SandboxFileException e) {
            throw http(path, e);
        } catch (SandboxException e) {
            throw new HttpError(500, e.what());
        }
    }

    private static IOException http(String path, SandboxFileException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            // A provider that reads what a client sends wraps whatever goes wrong with that.
            if (cause instanceof HttpError error) {
                return error;
            }
            if (cause instanceof ZipException) {
                return new HttpError(400, "the body is not gzip, which its Content-Encoding says");
            }
        }
        return switch (failure.reason()) {
            case MISSING -> new HttpError(404, "path '" + path + "' does not exist");
            case IS_DIRECTORY -> new HttpError(400, "path '" + path + "' is a directory");
            case NOT_DIRECTORY, SPECIAL_FILE, BAD_NAME, ESCAPE, LINK_LOOP -> new HttpError(400, failure.what());
            case NO_SPACE, TOO_LARGE -> noRoom(failure);
            default -> new HttpError(500, failure.what());
        };
    }

    /** Does something for a call. */
    static <T> T forCall(Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (IllegalArgumentException e) {
            throw ConnectError.invalid(String.valueOf(e.getMessage()));
        } catch (SandboxFileException e) {
            throw new ConnectError(code(e.reason()), e.what());
        } catch (SandboxException e) {
            throw new ConnectError(ConnectCode.UNAVAILABLE, e.what());
        }
    }

    private static ConnectCode code(FileFailure reason) {
        return switch (reason) {
            case MISSING -> ConnectCode.NOT_FOUND;
            case IS_DIRECTORY, NOT_DIRECTORY, SPECIAL_FILE, BAD_NAME, ESCAPE -> ConnectCode.INVALID_ARGUMENT;
            case LINK_LOOP -> ConnectCode.FAILED_PRECONDITION;
            case PERMISSION, READ_ONLY -> ConnectCode.PERMISSION_DENIED;
            case NO_SPACE, TOO_LARGE -> ConnectCode.RESOURCE_EXHAUSTED;
            default -> ConnectCode.INTERNAL;
        };
    }
}
