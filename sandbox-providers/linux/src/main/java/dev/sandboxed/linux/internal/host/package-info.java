/** What sandboxes see of the host's own files and of its kernel's, and what is kept from them: one list each. */
@NullMarked
package dev.sandboxed.linux.internal.host;

import org.jspecify.annotations.NullMarked;
