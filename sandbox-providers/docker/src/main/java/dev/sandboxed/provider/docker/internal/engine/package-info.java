/** Finds the engine, connects to it, tells what it can do, and translates what goes wrong with it. */
@NullMarked
package dev.sandboxed.provider.docker.internal.engine;

import org.jspecify.annotations.NullMarked;
