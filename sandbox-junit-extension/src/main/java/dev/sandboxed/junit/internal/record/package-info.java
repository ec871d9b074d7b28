/** Takes down what a run of tests does, for the page about it, within bounds. */
@NullMarked
package dev.sandboxed.junit.internal.record;

import org.jspecify.annotations.NullMarked;
