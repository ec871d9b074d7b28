/** The proot provider: processes that see a root file system of their own, made by tracing them; no privilege is needed. */
@NullMarked
package dev.sandboxed.provider.local.internal.proot;

import org.jspecify.annotations.NullMarked;
