package dev.sandboxed.core.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenTelemetrySpansTests {

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final SdkTracerProvider tracers = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build();
    private final OpenTelemetry telemetry =
            OpenTelemetrySdk.builder().setTracerProvider(tracers).build();

    @AfterEach
    void close() {
        tracers.close();
    }

    @Test
    void tellsCreationsClaimsAndCommandsWithTheirTimes() {
        Told.to(new OpenTelemetrySpans(() -> telemetry));

        assertThat(exporter.getFinishedSpanItems())
                .extracting(SpanData::getName, OpenTelemetrySpansTests::took, SpanData::getStatus)
                .containsExactly(
                        tuple("sandbox.create", Duration.ofSeconds(2), StatusData.unset()),
                        tuple("sandbox.claim", Duration.ofMillis(5), StatusData.unset()),
                        tuple("sandbox.exec", Duration.ofSeconds(1), StatusData.unset()),
                        tuple("sandbox.exec", Duration.ZERO, error("file-not-found")),
                        tuple("sandbox.create", Duration.ofSeconds(1), error("start")),
                        tuple("sandbox.claim", Duration.ofMillis(300), StatusData.unset()));
        assertThat(exporter.getFinishedSpanItems())
                .allSatisfy(span -> assertThat(span.getAttributes().get(AttributeKey.stringKey("sandbox.provider")))
                        .isEqualTo("docker"));
        assertThat(exporter.getFinishedSpanItems().toString()).doesNotContain("hunter2");
    }

    @Test
    void aSpanLiesBelowTheOneThatIsCurrent() {
        Span test = telemetry.getTracer("test").spanBuilder("my test").startSpan();
        try (Scope current = test.makeCurrent()) {
            assertThat(current).isNotNull();
            Told.to(new OpenTelemetrySpans(() -> telemetry));
        }

        List<SpanData> spans = exporter.getFinishedSpanItems();
        assertThat(spans)
                .hasSize(6)
                .allSatisfy(span -> assertThat(span.getParentSpanId())
                        .isEqualTo(test.getSpanContext().getSpanId()));
        test.end();
    }

    private static Duration took(SpanData span) {
        return Duration.ofNanos(span.getEndEpochNanos() - span.getStartEpochNanos());
    }

    private static StatusData error(String code) {
        return StatusData.create(io.opentelemetry.api.trace.StatusCode.ERROR, code);
    }
}
