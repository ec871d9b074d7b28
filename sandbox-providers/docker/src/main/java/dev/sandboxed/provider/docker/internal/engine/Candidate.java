package dev.sandboxed.provider.docker.internal.engine;

/** Names a place where an engine may be. */
public sealed interface Candidate {

    /** Returns who named it. */
    Origin origin();

    /**
     * Who named a place.
     *
     * @param text for people, for example {@code DOCKER_HOST}
     * @param undo how to take it back; empty for the usual places, which nobody asked for
     */
    record Origin(String text, String undo) {

        /** The usual places. */
        static final Origin USUAL = new Origin("usual place", "");

        boolean isAskedFor() {
            return !undo.isEmpty();
        }
    }

    /** A place that can be tried. */
    record Usable(Origin origin, EngineAddress address) implements Candidate {}

    /**
     * A place that was asked for and cannot be tried.
     *
     * @param where what was asked for
     * @param reason why it cannot be tried
     */
    record Unusable(Origin origin, String where, String reason) implements Candidate {}
}
