/** Root file systems with which support for images can be examined without a registry. */
@NullMarked
package dev.sandboxed.conformance.image;

import org.jspecify.annotations.NullMarked;
