/** The immutable description a sandbox is made from. */
@NullMarked
package dev.sandboxed.api.spec;

import org.jspecify.annotations.NullMarked;
