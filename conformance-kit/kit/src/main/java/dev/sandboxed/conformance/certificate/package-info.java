/** What came of an examination: the outcome of every clause, and the certificate made of them. */
@NullMarked
package dev.sandboxed.conformance.certificate;

import org.jspecify.annotations.NullMarked;
