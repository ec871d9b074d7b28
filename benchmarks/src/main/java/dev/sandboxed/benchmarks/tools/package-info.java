/** What all benchmarks use: lines of a report, other JVMs and programs, and a look at what is left on the host. */
@NullMarked
package dev.sandboxed.benchmarks.tools;

import org.jspecify.annotations.NullMarked;
