/** Ways to servers on which something goes wrong. Not for users: nothing here keeps its shape between versions. */
@NullMarked
package dev.sandboxed.testkit.internal.way;

import org.jspecify.annotations.NullMarked;
