/** Where E2B's services are and how they are asked. */
@NullMarked
package dev.sandboxed.provider.remote.internal.e2b.settings;

import org.jspecify.annotations.NullMarked;
