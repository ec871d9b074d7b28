/** Folders and files of the host that others may change meanwhile: trust, locks, drafts, checksums and removal. */
@NullMarked
package dev.sandboxed.folder.internal.store;

import org.jspecify.annotations.NullMarked;
