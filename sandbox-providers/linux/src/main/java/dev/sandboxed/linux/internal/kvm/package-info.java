/** The virtual machines of the kernel, and whether they carry a guest. */
@NullMarked
package dev.sandboxed.linux.internal.kvm;

import org.jspecify.annotations.NullMarked;
