/** A scriptable provider for tests of code that uses sandboxes: it runs nothing and plays what it was told. */
@NullMarked
package dev.sandboxed.testkit;

import org.jspecify.annotations.NullMarked;
