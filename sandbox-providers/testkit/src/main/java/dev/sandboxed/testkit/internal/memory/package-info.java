/** The files of a mock, held in memory. Not for users: nothing here keeps its shape between versions. */
@NullMarked
package dev.sandboxed.testkit.internal.memory;

import org.jspecify.annotations.NullMarked;
