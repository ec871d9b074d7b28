package dev.sandboxed.core.internal.telemetry;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.core.internal.pool.PoolStatistics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Measures with Micrometer, in its global registry. */
final class MicrometerMeters implements SandboxListener, PoolGauges, AutoCloseable {

    private final MeterRegistry registry;
    private final List<Meter> gauges = new CopyOnWriteArrayList<>();

    MicrometerMeters() {
        this(Metrics.globalRegistry);
    }

    MicrometerMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void on(SandboxEvent event) {
        Tags tags = Tags.of("provider", event.at().provider());
        if (event instanceof SandboxEvent.Ready ready) {
            created(tags, "ready", ready.duration());
        } else if (event instanceof SandboxEvent.Failed failed) {
            created(tags, "failed", failed.duration());
            error(tags, failed.code());
        } else if (event instanceof SandboxEvent.ExecEnded ended) {
            executed(ended, tags);
        } else if (event instanceof SandboxEvent.ExecAborted aborted) {
            error(tags, aborted.code());
        } else if (event instanceof SandboxEvent.PoolHit hit) {
            claimed(tags, "hit", hit.waited());
        } else if (event instanceof SandboxEvent.PoolMissed missed) {
            claimed(tags, missed.reason(), missed.waited());
        } else if (event instanceof SandboxEvent.FileRead read) {
            moved(tags, "read", read.bytes());
        } else if (event instanceof SandboxEvent.FileWritten written) {
            moved(tags, "written", written.bytes());
        } else if (event instanceof SandboxEvent.NetworkTried tried) {
            tried.attempts()
                    .forEach(attempt -> registry.counter(
                                    "sandbox.network.tried",
                                    tags.and("result", attempt.allowed() ? "allowed" : "refused"))
                            .increment());
        } else if (event instanceof SandboxEvent.FellBack) {
            registry.counter("sandbox.fallbacks", tags).increment();
        }
    }

    @Override
    public void watch(Supplier<PoolStatistics> pool) {
        gauge("sandbox.pool.ready", pool, PoolStatistics::ready);
        gauge("sandbox.pool.making", pool, PoolStatistics::making);
        gauge("sandbox.pool.in.use", pool, PoolStatistics::inUse);
        gauge("sandbox.pool.wasted", pool, PoolStatistics::wasted);
    }

    /** What a pool does is no longer shown when it is gone. What was counted stays. */
    @Override
    public void close() {
        gauges.forEach(registry::remove);
        gauges.clear();
    }

    private void created(Tags tags, String result, Duration took) {
        registry.timer("sandbox.create", tags.and("result", result)).record(took);
    }

    private void executed(SandboxEvent.ExecEnded ended, Tags tags) {
        Outcome outcome = ended.ending().outcome();
        registry.timer("sandbox.exec", tags.and("outcome", outcome.name().toLowerCase(Locale.ROOT)))
                .record(ended.duration());
        if (outcome == Outcome.OUT_OF_MEMORY) {
            registry.counter("sandbox.out.of.memory", tags).increment();
        }
        if (outcome == Outcome.OUT_OF_DISK) {
            registry.counter("sandbox.out.of.disk", tags).increment();
        }
    }

    private void claimed(Tags tags, String result, Duration waited) {
        registry.timer("sandbox.claim", tags.and("result", result)).record(waited);
    }

    private void moved(Tags tags, String direction, long bytes) {
        registry.counter("sandbox.file.bytes", tags.and("direction", direction)).increment((double) bytes);
    }

    private void error(Tags tags, String code) {
        registry.counter("sandbox.errors", tags.and("code", code)).increment();
    }

    private void gauge(String name, Supplier<PoolStatistics> pool, ToDoubleFunction<PoolStatistics> value) {
        gauges.add(Gauge.builder(name, () -> value.applyAsDouble(pool.get())).register(registry));
    }
}
