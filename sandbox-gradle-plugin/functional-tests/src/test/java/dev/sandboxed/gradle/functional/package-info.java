/** Builds that use the plugin, and what came of them. */
package dev.sandboxed.gradle.functional;
