/** Finds providers, chooses among them, and explains every choice. */
@NullMarked
package dev.sandboxed.core.internal.choice;

import org.jspecify.annotations.NullMarked;
