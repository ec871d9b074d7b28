package dev.sandboxed.api.spec;

/** What a sandbox may reach. */
public enum Network {
    /** Nothing but its own loopback. */
    NONE,
    /** Only the host names of an allow-list. */
    ALLOW_LIST,
    /** Whatever the host can reach. */
    FULL
}
