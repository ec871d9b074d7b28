package dev.sandboxed.serve.internal.e2b.process;

import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;

/** Errors that several calls end with. */
final class Refusals {

    private Refusals() {}

    static ConnectError internal(String message) {
        return new ConnectError(ConnectCode.INTERNAL, message);
    }

    static ConnectError notFound(String message) {
        return new ConnectError(ConnectCode.NOT_FOUND, message);
    }
}
