/** Tests that are run once for each case of a folder. */
@NullMarked
package dev.sandboxed.junit.internal.cases;

import org.jspecify.annotations.NullMarked;
