/** The Connect protocol with JSON messages: single calls, streams in envelopes, and errors. */
@NullMarked
package dev.sandboxed.serve.internal.connect;

import org.jspecify.annotations.NullMarked;
