/** What a provider can do, how strongly it isolates, and the exception for asking more than that. */
@NullMarked
package dev.sandboxed.api.capability;

import org.jspecify.annotations.NullMarked;
