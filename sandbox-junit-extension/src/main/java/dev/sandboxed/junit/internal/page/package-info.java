/** The page about a run: what is in it, and how it is written so that the forks of one build share one. */
@NullMarked
package dev.sandboxed.junit.internal.page;

import org.jspecify.annotations.NullMarked;
