/** The daemon inside of each sandbox, as it is reached through the edge: who is meant, who may, and who answers. */
@NullMarked
package dev.sandboxed.serve.internal.e2b.envd;

import org.jspecify.annotations.NullMarked;
