/** Runs tests inside sandboxes: brings classes and a JDK there, and brings back what came of a test. */
@NullMarked
package dev.sandboxed.junit.internal.inside;

import org.jspecify.annotations.NullMarked;
