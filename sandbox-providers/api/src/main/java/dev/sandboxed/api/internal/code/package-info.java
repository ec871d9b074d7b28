/** How a run of code is looked at: the files that it changed, their differences, and the verdict. */
@NullMarked
package dev.sandboxed.api.internal.code;

import org.jspecify.annotations.NullMarked;
