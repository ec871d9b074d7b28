/** Reads every setting, from wherever it may be written; nothing else of ours looks at the environment. */
@NullMarked
package dev.sandboxed.core.internal.config;

import org.jspecify.annotations.NullMarked;
