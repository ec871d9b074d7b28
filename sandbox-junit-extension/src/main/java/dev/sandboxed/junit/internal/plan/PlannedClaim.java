package dev.sandboxed.junit.internal.plan;

import dev.sandboxed.core.internal.choice.ProviderRequest;

/**
 * A claim that is to come.
 *
 * @param id the test or container that will claim
 * @param request what it will claim
 */
public record PlannedClaim(String id, ProviderRequest request) {}
