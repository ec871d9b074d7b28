/** What the supervisor of a guest says, and what it cannot be told: for all who start one. */
@NullMarked
package dev.sandboxed.guest.internal.words;

import org.jspecify.annotations.NullMarked;
