package dev.sandboxed.serve.internal.e2b.fleet;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;

/**
 * What sandboxes are made from, how many and how old they may be, and how much they are sent at once.
 *
 * @param spec what every sandbox is made from, before a request adds to it
 * @param mostRunning how many may run at once
 * @param longestLife how long one may run from its creation on, or from when it was last resumed
 * @param largestFile how much one upload may have, unpacked and with all of its files
 */
public record FleetRules(SandboxSpec spec, int mostRunning, Duration longestLife, DataSize largestFile) {}
