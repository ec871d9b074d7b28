package dev.sandboxed.core.internal.telemetry;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Tells OpenTelemetry of creations, claims and commands, each as a span below the one that is current on the thread. What a
 * command is, and what it printed, is not told: arguments may hold secrets.
 */
final class OpenTelemetrySpans implements SandboxListener {

    private final Supplier<OpenTelemetry> telemetry;
    private final Map<String, Instant> creations = new ConcurrentHashMap<>();

    /** Uses the global instance, whenever the application sets it: whoever asks for it too early would fix it as none. */
    OpenTelemetrySpans() {
        this(GlobalOpenTelemetry::getOrNoop);
    }

    OpenTelemetrySpans(Supplier<OpenTelemetry> telemetry) {
        this.telemetry = telemetry;
    }

    @Override
    public void on(SandboxEvent event) {
        if (event instanceof SandboxEvent.Creating) {
            creations.put(event.at().sandbox(), event.at().moment());
        } else if (event instanceof SandboxEvent.Ready) {
            end(event, creation(event));
        } else if (event instanceof SandboxEvent.Failed failed) {
            fail(event, creation(event), failed.code());
        } else if (event instanceof SandboxEvent.ExecEnded ended) {
            Span span = span("sandbox.exec", event, event.at().moment().minus(ended.duration()));
            span.setAttribute("sandbox.outcome", ended.ending().outcome().name());
            span.setAttribute("process.exit.code", (long) ended.ending().exitCode());
            end(event, span);
        } else if (event instanceof SandboxEvent.ExecAborted aborted) {
            fail(event, span("sandbox.exec", event, event.at().moment()), aborted.code());
        } else if (event instanceof SandboxEvent.PoolHit hit) {
            Span span = span("sandbox.claim", event, event.at().moment().minus(hit.waited()));
            span.setAttribute("sandbox.pool", "hit");
            end(event, span);
        } else if (event instanceof SandboxEvent.PoolMissed missed) {
            Span span = span("sandbox.claim", event, event.at().moment().minus(missed.waited()));
            span.setAttribute("sandbox.pool", missed.reason());
            end(event, span);
        }
    }

    private Span creation(SandboxEvent event) {
        Instant began = creations.remove(event.at().sandbox());
        return span("sandbox.create", event, began == null ? event.at().moment() : began);
    }

    private Span span(String name, SandboxEvent event, Instant began) {
        SpanBuilder span = telemetry.get().getTracer("dev.sandboxed").spanBuilder(name);
        return span.setSpanKind(SpanKind.INTERNAL)
                .setStartTimestamp(began)
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
