/** A certificate for people: a page, a badge, and the files of a report in one directory. */
@NullMarked
package dev.sandboxed.conformance.report;

import org.jspecify.annotations.NullMarked;
