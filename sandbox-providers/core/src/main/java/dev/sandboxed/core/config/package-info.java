/** What settings can say about the choice of a provider, and what is thrown when a setting cannot be used. */
@NullMarked
package dev.sandboxed.core.config;

import org.jspecify.annotations.NullMarked;
