/** The provider {@code kubernetes}: sandboxes that are pods of a cluster. */
@NullMarked
package dev.sandboxed.provider.kubernetes.internal;

import org.jspecify.annotations.NullMarked;
