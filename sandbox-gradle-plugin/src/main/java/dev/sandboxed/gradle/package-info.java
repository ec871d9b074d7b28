/** The Gradle plugin {@code dev.sandboxed}. */
@NullMarked
package dev.sandboxed.gradle;

import org.jspecify.annotations.NullMarked;
