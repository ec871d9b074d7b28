package dev.sandboxed.core.internal.telemetry;

import java.time.Duration;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** What a recording of Flight Recorder says about sandboxes. Nothing in it comes from inside a sandbox, nor from a command. */
final class FlightEvents {

    private FlightEvents() {}

    /** What all have in common. */
    @Category("Sandboxed")
    @StackTrace(false)
    abstract static class FlightEvent extends Event {
        @Label("Provider")
        String provider = "";

        @Label("Sandbox")
        String sandbox = "";

        @Label("Error")
        @Description("The code of the exception; empty if there was none")
        String error = "";
    }

    /** A sandbox was created, or could not be. */
    @Name("dev.sandboxed.Creation")
    @Label("Sandbox Creation")
    static final class CreationEvent extends FlightEvent {}

    /** A command ran. */
    @Name("dev.sandboxed.Command")
    @Label("Sandbox Command")
    static final class CommandEvent extends FlightEvent {
        @Label("Outcome")
        String outcome = "";

        @Label("Exit Code")
        int exitCode;
    }

    /** A sandbox was claimed from the pool. */
    @Name("dev.sandboxed.Claim")
    @Label("Sandbox Claim")
    static final class ClaimEvent extends FlightEvent {
        @Label("Hit")
        final boolean hit;

        @Label("Reason")
        @Description("Why none was ready")
        final String reason;

        @Label("Waited")
        @Timespan
        final long waited;

        ClaimEvent(boolean hit, String reason, Duration waited) {
            this.hit = hit;
            this.reason = reason;
            this.waited = waited.toNanos();
        }
    }

    /** Another provider was taken than the first. */
    @Name("dev.sandboxed.Fallback")
    @Label("Sandbox Fallback")
    static final class FallbackEvent extends FlightEvent {
        @Label("Failed")
        final String failed;

        FallbackEvent(String failed) {
            this.failed = failed;
        }
    }

    /** A sandbox is gone. */
    @Name("dev.sandboxed.Destruction")
    @Label("Sandbox Destruction")
    static final class DestructionEvent extends FlightEvent {
        @Label("Reason")
        final String reason;

        DestructionEvent(String reason) {
            this.reason = reason;
        }
    }
}
