/** Files to try sandboxes with, and files as they are seen from inside and on the host. */
@NullMarked
package dev.sandboxed.conformance.internal.trial.files;

import org.jspecify.annotations.NullMarked;
