/** Speaks with the API server of a cluster about pods and leases. */
@NullMarked
package dev.sandboxed.provider.kubernetes.internal.cluster;

import org.jspecify.annotations.NullMarked;
