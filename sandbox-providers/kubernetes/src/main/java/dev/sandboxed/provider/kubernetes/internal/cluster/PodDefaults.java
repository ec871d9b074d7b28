package dev.sandboxed.provider.kubernetes.internal.cluster;

import dev.sandboxed.api.limit.DataSize;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What holds for all pods of a provider.
 *
 * @param image what they are made from where a spec names none
 * @param runtimeClass their runtime class; null for the cluster's usual one
 * @param user the number of the user that everything in them runs as
 * @param longest how long one may live that has no time to live
 * @param storage how much one may write, in its volumes and beside them, before its node evicts it
 */
public record PodDefaults(String image, @Nullable String runtimeClass, long user, Duration longest, DataSize storage) {}
