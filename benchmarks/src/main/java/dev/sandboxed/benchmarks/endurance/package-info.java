/** One JVM that has thousands of sandboxes, one after the other, and what it holds in the end. */
@NullMarked
package dev.sandboxed.benchmarks.endurance;

import org.jspecify.annotations.NullMarked;
