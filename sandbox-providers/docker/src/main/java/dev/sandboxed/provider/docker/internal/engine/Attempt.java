package dev.sandboxed.provider.docker.internal.engine;

import dev.sandboxed.provider.docker.internal.engine.Candidate.Origin;

/**
 * Remembers where an engine was looked for in vain.
 *
 * @param origin who named the place
 * @param where the place
 * @param obstacle why it is of no use
 * @param what the same, in words
 */
public record Attempt(Origin origin, String where, Obstacle obstacle, String what) {

    @Override
    public String toString() {
        return where + (origin.isAskedFor() ? " (" + origin.text() + ")" : "") + ": " + what;
    }
}
