/** Sandboxes from containers of a Docker engine. */
@NullMarked
package dev.sandboxed.provider.docker.internal;

import org.jspecify.annotations.NullMarked;
