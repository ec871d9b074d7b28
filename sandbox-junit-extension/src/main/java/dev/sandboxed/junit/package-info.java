/** The annotation that injects sandboxes into JUnit tests, and what is told when such a test fails. */
@NullMarked
package dev.sandboxed.junit;

import org.jspecify.annotations.NullMarked;
