/** What both of E2B's services have in common: where they are, requests, answers and deadlines. */
@NullMarked
package dev.sandboxed.provider.remote.internal.e2b.wire;

import org.jspecify.annotations.NullMarked;
