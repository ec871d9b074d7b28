/** The provider {@code microvmctl}: sandboxes of any controller that keeps to a small contract of the command line. */
@NullMarked
package dev.sandboxed.provider.microvm.internal.ctl;

import org.jspecify.annotations.NullMarked;
