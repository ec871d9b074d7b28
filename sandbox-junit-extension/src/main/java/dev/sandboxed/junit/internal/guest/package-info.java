/** What runs inside a sandbox for a test that runs there: finds the test, runs it and writes down what came of it. */
@NullMarked
package dev.sandboxed.junit.internal.guest;

import org.jspecify.annotations.NullMarked;
