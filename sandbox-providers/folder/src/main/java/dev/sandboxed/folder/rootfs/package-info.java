/** Root file systems that sandboxes see in place of the host's: folders, archives and images, unpacked once for all. */
@NullMarked
package dev.sandboxed.folder.rootfs;

import org.jspecify.annotations.NullMarked;
