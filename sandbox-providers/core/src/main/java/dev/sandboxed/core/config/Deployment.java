package dev.sandboxed.core.config;

/** Where sandboxes are to run. */
public enum Deployment {
    /** On this host, and elsewhere only where it offers nothing; the default. */
    SELF_HOSTED,
    /** With a service first. Where there is no key for one, it is the same as self-hosted. */
    MANAGED
}
