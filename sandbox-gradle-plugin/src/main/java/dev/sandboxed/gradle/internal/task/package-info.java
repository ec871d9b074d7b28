/** The plugin's tasks. Each runs the command line of Sandboxed in a JVM of its own. */
@NullMarked
package dev.sandboxed.gradle.internal.task;

import org.jspecify.annotations.NullMarked;
