package dev.sandboxed.provider.docker.internal.engine;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when an engine was asked and cannot be used. */
final class ProbeFailure extends IOException {

    private static final long serialVersionUID = 1L;

    private final Obstacle obstacle;

    ProbeFailure(Obstacle obstacle, String what, @Nullable Throwable cause) {
        super(what, cause);
        this.obstacle = obstacle;
    }

    Obstacle obstacle() {
        return obstacle;
    }
}
