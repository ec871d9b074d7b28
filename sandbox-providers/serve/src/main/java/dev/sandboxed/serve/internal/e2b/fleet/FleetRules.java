package dev.sandboxed.serve.internal.e2b.fleet;

import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;

/**
 * What sandboxes are made from, and how many and how old they may be.
 *
 * @param spec what every sandbox is made from, before a request adds to it
 * @param mostRunning how many may run at once
 * @param longestLife how long one may run from its creation on
 */
public record FleetRules(SandboxSpec spec, int mostRunning, Duration longestLife) {}
