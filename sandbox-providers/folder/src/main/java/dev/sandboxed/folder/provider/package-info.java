/** What all providers have in common whose sandboxes lie in folders of the host. */
@NullMarked
package dev.sandboxed.folder.provider;

import org.jspecify.annotations.NullMarked;
