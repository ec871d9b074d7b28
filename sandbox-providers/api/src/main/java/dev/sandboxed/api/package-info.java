/** What a user and a provider author see first: the sandbox, its provider, and what is known about both. */
@NullMarked
package dev.sandboxed.api;

import org.jspecify.annotations.NullMarked;
