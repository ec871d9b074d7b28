/** Runs builds: with a Gradle of this machine, or with the engine that is in a repository. */
package dev.sandboxed.gradle.functional.engine;
