/** The words of pages and reports: what lies among the resources, and reasons on one line. */
@NullMarked
package dev.sandboxed.conformance.internal.text;

import org.jspecify.annotations.NullMarked;
