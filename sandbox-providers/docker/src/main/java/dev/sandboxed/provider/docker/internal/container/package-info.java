/** Containers of the engine: how one is made from a spec, what is done with it, and what it is known by. */
@NullMarked
package dev.sandboxed.provider.docker.internal.container;

import org.jspecify.annotations.NullMarked;
