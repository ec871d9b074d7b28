/** Runs processes in pods, over connections that are kept. */
@NullMarked
package dev.sandboxed.provider.kubernetes.internal.exec;

import org.jspecify.annotations.NullMarked;
