/** The files of a sandbox whose root is a folder of the host, with every way out of it closed. */
@NullMarked
package dev.sandboxed.folder.files;

import org.jspecify.annotations.NullMarked;
