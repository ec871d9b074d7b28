/** What lies beside the classes of the kit: scripts, listings and pages. */
@NullMarked
package dev.sandboxed.conformance.resource;

import org.jspecify.annotations.NullMarked;
