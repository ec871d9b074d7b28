/** Fetches images from registries and from the engine of this host, for providers that need their root file systems. */
@NullMarked
package dev.sandboxed.images.internal;

import org.jspecify.annotations.NullMarked;
