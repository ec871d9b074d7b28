/** Shows how providers are on this host. */
@NullMarked
package dev.sandboxed.cli.internal.doctor;

import org.jspecify.annotations.NullMarked;
