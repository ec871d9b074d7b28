package dev.sandboxed.serve.internal.e2b.fleet;

/** Where a served sandbox is in its life. */
public enum Phase {
    /** Commands run. */
    RUNNING("running"),
    /** It is on the way from running to paused. */
    PAUSING("being paused"),
    /** Everything inside is held still. */
    PAUSED("paused"),
    /** It is on the way from paused to running. */
    RESUMING("being resumed"),
    /** It is gone, or nearly so. */
    KILLED("being killed");

    private final String description;

    Phase(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }

    /** Returns whether it is on the way from one to another. */
    boolean passes() {
        return this == PAUSING || this == RESUMING;
    }

    /** Returns whether it takes one of the places for those that run. */
    boolean takesPlace() {
        return this == RUNNING || passes();
    }
}
