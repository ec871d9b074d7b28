/** Reports what happens to sandboxes to whoever wants to know: the watchdog, listeners of the user, Flight Recorder, Micrometer, OpenTelemetry. */
@NullMarked
package dev.sandboxed.core.internal.telemetry;

import org.jspecify.annotations.NullMarked;
