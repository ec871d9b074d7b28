/** Measures us against bare tools and peers, side by side in one run, and prints ratios with their bounds. */
@NullMarked
package dev.sandboxed.benchmarks;

import org.jspecify.annotations.NullMarked;
