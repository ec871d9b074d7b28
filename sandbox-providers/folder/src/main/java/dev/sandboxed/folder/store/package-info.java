/** Where local sandboxes live on the host's disk: a folder each, and a record of who owns it. */
@NullMarked
package dev.sandboxed.folder.store;

import org.jspecify.annotations.NullMarked;
