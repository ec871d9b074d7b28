/** A suite of tests that is run as a whole. */
@NullMarked
package dev.sandboxed.benchmarks.suite;

import org.jspecify.annotations.NullMarked;
