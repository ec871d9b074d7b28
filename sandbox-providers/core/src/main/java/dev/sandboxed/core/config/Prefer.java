package dev.sandboxed.core.config;

/** What providers are ordered by; the floor holds either way. */
public enum Prefer {
    /** The strongest first. */
    ISOLATION,
    /** The quickest to start first, by what was measured on this machine, else by what providers declare. */
    SPEED
}
