/** What the plugin gives to tasks. */
@NullMarked
package dev.sandboxed.gradle.internal;

import org.jspecify.annotations.NullMarked;
