/** Reads the settings of providers whose sandboxes are elsewhere. */
@NullMarked
package dev.sandboxed.provider.remote.internal.settings;

import org.jspecify.annotations.NullMarked;
