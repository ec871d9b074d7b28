/** Files by descriptors and by the bytes of their names: what others can swap or misname cannot mislead those who look so. */
@NullMarked
package dev.sandboxed.linux.internal.files;

import org.jspecify.annotations.NullMarked;
