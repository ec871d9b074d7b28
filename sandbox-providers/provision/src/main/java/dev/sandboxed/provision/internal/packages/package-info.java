/** Packages of the host's distribution. */
@NullMarked
package dev.sandboxed.provision.internal.packages;

import org.jspecify.annotations.NullMarked;
