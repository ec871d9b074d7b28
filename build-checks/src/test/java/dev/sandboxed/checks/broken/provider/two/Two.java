package dev.sandboxed.checks.broken.provider.two;

/** Breaks no rule; it is what another provider may not use. */
public final class Two {}
