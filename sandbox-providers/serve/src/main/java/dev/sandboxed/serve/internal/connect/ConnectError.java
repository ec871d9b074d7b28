package dev.sandboxed.serve.internal.connect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.serve.internal.web.Json;
import java.io.IOException;

/** Thrown to end a call with an error. */
public final class ConnectError extends IOException {

    private static final long serialVersionUID = 1L;

    private final ConnectCode code;

    public ConnectError(ConnectCode code, String message) {
        super(message);
        this.code = code;
    }

    public static ConnectError invalid(String message) {
        return new ConnectError(ConnectCode.INVALID_ARGUMENT, message);
    }

    public ConnectCode code() {
        return code;
    }

    ObjectNode body() {
        return Json.object().put("code", code.written()).put("message", getMessage());
    }
}
