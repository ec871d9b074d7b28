/** Shows what this host offers: runs a suite of JUnit tests and tells, test by test, where it ran and what came of it. */
@NullMarked
package dev.sandboxed.cli.internal.demo;

import org.jspecify.annotations.NullMarked;
