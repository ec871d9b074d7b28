/** The worktree provider: plain processes in a private worktree of a git repository, for agents that edit a code base. */
@NullMarked
package dev.sandboxed.provider.local.internal.worktree;

import org.jspecify.annotations.NullMarked;
