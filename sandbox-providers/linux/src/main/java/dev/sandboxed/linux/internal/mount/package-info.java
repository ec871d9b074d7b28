/** Overlays, and namespaces in which a thread mounts what nobody else sees. */
@NullMarked
package dev.sandboxed.linux.internal.mount;

import org.jspecify.annotations.NullMarked;
