/** The daemon inside of each E2B sandbox: its processes, and whether it is there. */
@NullMarked
package dev.sandboxed.provider.remote.internal.e2b.envd;

import org.jspecify.annotations.NullMarked;
