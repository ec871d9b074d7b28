/** Gets what providers need of their hosts. */
@NullMarked
package dev.sandboxed.provision;

import org.jspecify.annotations.NullMarked;
