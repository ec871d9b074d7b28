package dev.sandboxed.checks.broken.core;

/** Breaks the rule that exceptions have one root, and keeps the one that nobody makes a RuntimeException itself. */
public final class StrayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StrayException(String message) {
        super(message);
    }
}
