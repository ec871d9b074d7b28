/** What a virtual machine boots and sees as its disks. */
@NullMarked
package dev.sandboxed.provider.microvm.internal.drive;

import org.jspecify.annotations.NullMarked;
