package dev.sandboxed.core.internal.telemetry;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Reports creations, claims and commands to OpenTelemetry, each as a span below the one that is current on the thread. What a
 * command is, and what it printed, is not told: arguments may hold secrets.
 */
final class OpenTelemetrySpans implements SandboxListener {

    private final Supplier<OpenTelemetry> telemetry;

    /** Uses the global instance, whenever the application sets it: whoever asks for it too early would fix it as none. */
    OpenTelemetrySpans() {
        this(GlobalOpenTelemetry::getOrNoop);
    }

    OpenTelemetrySpans(Supplier<OpenTelemetry> telemetry) {
        this.telemetry = telemetry;
    }

    @Override
    public void on(SandboxEvent event) {
        if (event instanceof SandboxEvent.Ready ready) {
            end(event, span("sandbox.create", event, ready.duration()));
        } else if (event instanceof SandboxEvent.Failed failed) {
            fail(event, span("sandbox.create", event, failed.duration()), failed.code());
        } else if (event instanceof SandboxEvent.ExecEnded ended) {
            Span span = span("sandbox.exec", event, ended.duration());
            span.setAttribute("sandbox.outcome", ended.ending().outcome().name());
            span.setAttribute("process.exit.code", (long) ended.ending().exitCode());
            end(event, span);
        } else if (event instanceof SandboxEvent.ExecAborted aborted) {
            fail(event, span("sandbox.exec", event, Duration.ZERO), aborted.code());
        } else if (event instanceof SandboxEvent.PoolHit hit) {
            Span span = span("sandbox.claim", event, hit.waited());
            span.setAttribute("sandbox.pool", "hit");
            end(event, span);
        } else if (event instanceof SandboxEvent.PoolMissed missed) {
            Span span = span("sandbox.claim", event, missed.waited());
            span.setAttribute("sandbox.pool", missed.reason());
            end(event, span);
        }
    }

    /** Begins a span as long before its event as what it is about took. */
    private Span span(String name, SandboxEvent event, Duration took) {
        SpanBuilder span = telemetry.get().getTracer("dev.sandboxed").spanBuilder(name);
        return span.setSpanKind(SpanKind.INTERNAL)
                .setStartTimestamp(event.at().moment().minus(took))
                .setAttribute("sandbox.provider", event.at().provider())
                .setAttribute("sandbox.id", event.at().sandbox())
                .startSpan();
    }

    private static void fail(SandboxEvent event, Span span, String code) {
        span.setStatus(StatusCode.ERROR, code);
        span.setAttribute("error.type", code);
        end(event, span);
    }

    private static void end(SandboxEvent event, Span span) {
        span.end(event.at().moment());
    }
}
