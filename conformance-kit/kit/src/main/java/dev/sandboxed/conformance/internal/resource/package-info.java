/** What lies beside the classes of the kit: scripts, listings and pages. */
@NullMarked
package dev.sandboxed.conformance.internal.resource;

import org.jspecify.annotations.NullMarked;
