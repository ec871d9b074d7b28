/** What happens to a sandbox, told in order to whoever listens. */
@NullMarked
package dev.sandboxed.api.event;

import org.jspecify.annotations.NullMarked;
