/**
 * Assertions on sandboxes, on what their commands did, and on snapshots, in the manner of AssertJ.
 *
 * <p>Start at {@link dev.sandboxed.assertions.SandboxAssertions}, whose {@code assertThat} can be imported beside AssertJ's
 * own, or implement {@link dev.sandboxed.assertions.WithSandboxAssertions} to have both without a static import. With
 * {@link dev.sandboxed.assertions.SandboxSoftAssertions} a test goes on after a failure and reports all of them.
 *
 * <p>Every failure says in its first line what was expected and what was found, and then shows where: the command, how it
 * ended and the end of both outputs, or the sandbox with its provider and isolation. Values of the environment are never
 * shown, and secrets of a known sandbox are masked.
 */
@NullMarked
package dev.sandboxed.assertions;

import org.jspecify.annotations.NullMarked;
