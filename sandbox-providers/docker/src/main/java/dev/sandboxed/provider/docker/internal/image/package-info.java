/** Images: which one a sandbox gets, and how it comes into the engine, with a registry or without any network. */
@NullMarked
package dev.sandboxed.provider.docker.internal.image;

import org.jspecify.annotations.NullMarked;
