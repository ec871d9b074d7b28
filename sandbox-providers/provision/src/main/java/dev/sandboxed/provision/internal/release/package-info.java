/** Programs that their makers publish: fetched, verified, and kept in a folder of the user. */
@NullMarked
package dev.sandboxed.provision.internal.release;

import org.jspecify.annotations.NullMarked;
