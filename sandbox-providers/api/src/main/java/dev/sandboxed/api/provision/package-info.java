/** What providers need of their hosts, and where it can come from. For provider authors. */
@NullMarked
package dev.sandboxed.api.provision;

import org.jspecify.annotations.NullMarked;
