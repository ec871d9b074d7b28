/** Archives that are made and unpacked by commands inside. */
@NullMarked
package dev.sandboxed.guest.internal.files;

import org.jspecify.annotations.NullMarked;
