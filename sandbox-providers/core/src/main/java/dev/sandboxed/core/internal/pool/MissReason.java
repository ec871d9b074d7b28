package dev.sandboxed.core.internal.pool;

import java.util.Locale;

/** Why a claim had to create its sandbox itself. */
public enum MissReason {
    /** None was ready, and none was about to be. */
    EMPTY,
    /** Those that were ready are of a provider that would not be chosen any more. */
    PROVIDER_CHANGED,
    /** Those that were ready have died. */
    UNHEALTHY,
    /** Those that were ready had waited too long. */
    EXPIRED,
    /** Such a sandbox cannot be made ahead. */
    NOT_POOLABLE;

    /** Returns whether that is the ordinary course of things, as opposed to something that was ready in vain. */
    boolean isOrdinary() {
        return this == EMPTY || this == NOT_POOLABLE;
    }

    /** Returns it as people read it. */
    public String written() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
