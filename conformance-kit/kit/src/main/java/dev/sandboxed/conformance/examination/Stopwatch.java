package dev.sandboxed.conformance.examination;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.certificate.Timings;
import dev.sandboxed.conformance.certificate.Timings.Spread;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures how quick a provider is. */
final class Stopwatch {

    private Stopwatch() {}

    static Timings measure(SandboxProvider provider, SandboxSpec spec, int samples) {
        Spread cold = starts(() -> provider.create(spec), samples);
        return new Timings(cold, restored(provider, spec, samples), commands(provider, spec, samples));
    }

    private static @Nullable Spread restored(SandboxProvider provider, SandboxSpec spec, int samples) {
        if (!provider.capabilities().has(Capability.SNAPSHOT)) {
            return null;
        }
        Snapshot snapshot;
        try (Sandbox sandbox = provider.create(spec)) {
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        try {
            return starts(() -> provider.snapshots().restore(snapshot, spec), samples);
        } finally {
            provider.snapshots().delete(snapshot);
        }
    }

    private static Spread starts(Supplier<Sandbox> start, int samples) {
        // Closing a sandbox is no part of starting it.
        List<Duration> taken = new ArrayList<>();
        for (int i = 0; i < samples; i++) {
            long begin = System.nanoTime();
            try (Sandbox sandbox = start.get()) {
                sandbox.exec("true").orThrow();
                taken.add(Duration.ofNanos(System.nanoTime() - begin));
            }
        }
        return Spread.of(taken);
    }

    private static Spread commands(SandboxProvider provider, SandboxSpec spec, int samples) {
        try (Sandbox sandbox = provider.create(spec)) {
            return Spread.of(
                    Stream.generate(() -> Trial.timed(() -> sandbox.exec("true").orThrow()))
                            .limit(samples)
                            .toList());
        }
    }
}
