/** Examinations for people: progress while they run, what came of them, and providers from outside. */
@NullMarked
package dev.sandboxed.cli.internal.conformance;

import org.jspecify.annotations.NullMarked;
