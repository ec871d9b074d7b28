package dev.sandboxed.junit.internal.report;

import java.time.Instant;

/**
 * A moment in the life of a sandbox.
 *
 * @param at when it was
 * @param commands how many commands had begun by then
 */
public record Mark(Instant at, long commands) {}
