package dev.sandboxed.serve.internal.web;

import java.time.Duration;

/**
 * What a server allows its clients.
 *
 * @param connections how many may be open at once; further ones wait until one is closed
 * @param idle how long a client may neither send nor take anything while that is awaited
 * @param farewell how long answers may still take when the server is closed
 */
public record ServerLimits(int connections, Duration idle, Duration farewell) {

    /** Enough for a test suite with some hundred commands at once. */
    public static final ServerLimits DEFAULT = new ServerLimits(512, Duration.ofMinutes(2), Duration.ofSeconds(2));
}
