/** Network namespaces: how they are made, held open and entered. */
@NullMarked
package dev.sandboxed.linux.internal.network;

import org.jspecify.annotations.NullMarked;
