package dev.sandboxed.serve.internal.web;

import java.io.IOException;

/** Thrown to close a connection in the middle of an answer, as it happens when a machine behind a proxy dies. */
public final class BrokenOffException extends IOException {

    private static final long serialVersionUID = 1L;

    public BrokenOffException(String message) {
        super(message);
    }
}
