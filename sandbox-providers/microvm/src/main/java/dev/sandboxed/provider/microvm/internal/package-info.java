/** The providers of sandboxes that are virtual machines. */
@NullMarked
package dev.sandboxed.provider.microvm.internal;

import org.jspecify.annotations.NullMarked;
