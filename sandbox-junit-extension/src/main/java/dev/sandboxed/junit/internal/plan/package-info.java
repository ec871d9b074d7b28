/** What the tests of a run will claim, known before they do. */
@NullMarked
package dev.sandboxed.junit.internal.plan;

import org.jspecify.annotations.NullMarked;
