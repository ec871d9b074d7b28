package dev.sandboxed.core.internal.pool;

import dev.sandboxed.core.internal.choice.ProviderRequest;

/**
 * A claim that is to come.
 *
 * @param request what will be claimed
 * @param turn its place among all that are expected: what has the lowest is made first
 */
public record Expectation(ProviderRequest request, long turn) {}
