/** An examination as it runs: which tests apply, what came of each, and the certificate at the end. */
@NullMarked
package dev.sandboxed.conformance.examination;

import org.jspecify.annotations.NullMarked;
