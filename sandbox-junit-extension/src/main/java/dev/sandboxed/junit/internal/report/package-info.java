/** What happened in a sandbox, taken down while a test runs and attached to it if it fails. */
@NullMarked
package dev.sandboxed.junit.internal.report;

import org.jspecify.annotations.NullMarked;
