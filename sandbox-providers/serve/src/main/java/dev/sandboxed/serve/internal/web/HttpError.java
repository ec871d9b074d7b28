package dev.sandboxed.serve.internal.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown to answer a request with a status that tells of an error, and a body that says which. */
public final class HttpError extends IOException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final @Nullable String errorCode;

    public HttpError(int status, String message) {
        this(status, message, null);
    }

    /**
     * Creates an error that programs can tell from others of the same status.
     *
     * @param errorCode a word for programs
     */
    public HttpError(int status, String message, @Nullable String errorCode) {
        super(message);
        this.status = status;
        this.errorCode = errorCode;
    }

    public int status() {
        return status;
    }

    /** Returns the body: the status as {@code code}, the message, and {@code error_code} where there is one. */
    public ObjectNode body() {
        ObjectNode body = Json.object().put("code", status).put("message", getMessage());
        if (errorCode != null) {
            body.put("error_code", errorCode);
        }
        return body;
    }
}
