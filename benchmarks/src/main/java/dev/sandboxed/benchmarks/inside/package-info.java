/** What it costs to run a test inside a sandbox. */
@NullMarked
package dev.sandboxed.benchmarks.inside;

import org.jspecify.annotations.NullMarked;
