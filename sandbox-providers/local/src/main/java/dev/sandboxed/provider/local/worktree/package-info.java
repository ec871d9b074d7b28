/** What tests can ask about a sandbox of the provider {@code worktree}. */
@NullMarked
package dev.sandboxed.provider.local.worktree;

import org.jspecify.annotations.NullMarked;
