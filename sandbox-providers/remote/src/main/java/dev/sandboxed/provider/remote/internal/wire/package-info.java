/** What services elsewhere have in common: requests, answers, deadlines, and what is tried again. */
@NullMarked
package dev.sandboxed.provider.remote.internal.wire;

import org.jspecify.annotations.NullMarked;
