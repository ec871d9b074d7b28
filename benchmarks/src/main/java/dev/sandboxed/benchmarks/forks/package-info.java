/** What several JVMs with one pool cost beside as many with a pool each. */
@NullMarked
package dev.sandboxed.benchmarks.forks;

import org.jspecify.annotations.NullMarked;
