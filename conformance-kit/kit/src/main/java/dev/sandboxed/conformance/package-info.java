/** The conformance kit: examine a provider against the contract, from a test suite or from a program. */
@NullMarked
package dev.sandboxed.conformance;

import org.jspecify.annotations.NullMarked;
