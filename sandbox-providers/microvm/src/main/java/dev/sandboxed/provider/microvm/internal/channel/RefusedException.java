package dev.sandboxed.provider.microvm.internal.channel;

import java.io.IOException;

/** Thrown when a machine says why it cannot do what it was asked for. */
final class RefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    RefusedException(String said) {
        super(said);
    }
}
