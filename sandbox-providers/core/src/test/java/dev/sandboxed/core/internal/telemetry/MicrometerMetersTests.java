package dev.sandboxed.core.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.core.internal.pool.PoolStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MicrometerMetersTests {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final MicrometerMeters meters = new MicrometerMeters(registry);

    @Test
    void countsAndTimesWhatHappensToSandboxes() {
        Told.to(meters);

        assertThat(seconds("sandbox.create", "result", "ready")).isEqualTo(2);
        assertThat(seconds("sandbox.create", "result", "failed")).isEqualTo(1);
        assertThat(seconds("sandbox.exec", "outcome", "out_of_memory")).isEqualTo(1);
        assertThat(seconds("sandbox.claim", "result", "hit")).isEqualTo(0.005);
        assertThat(seconds("sandbox.claim", "result", "empty")).isEqualTo(0.3);
        assertThat(count("sandbox.file.bytes", "direction", "written")).isEqualTo(7);
        assertThat(count("sandbox.file.bytes", "direction", "read")).isEqualTo(3);
        assertThat(count("sandbox.errors", "code", "start")).isEqualTo(1);
        assertThat(count("sandbox.errors", "code", "file-not-found")).isEqualTo(1);
        assertThat(count("sandbox.out.of.memory", "provider", "docker")).isEqualTo(1);
        assertThat(count("sandbox.fallbacks", "provider", "docker")).isEqualTo(1);
    }

    @Test
    void countsWhatRanOutOfDiskAndWhatWasTried() {
        SandboxEvent.At at = new SandboxEvent.At("docker", "first", Told.BEGAN);

        meters.on(new SandboxEvent.ExecEnded(at, Command.of("greedy"), Ending.outOfDisk(1), Duration.ofSeconds(1)));
        meters.on(new SandboxEvent.NetworkTried(at, List.of(attempt(true), attempt(false), attempt(false))));

        assertThat(seconds("sandbox.exec", "outcome", "out_of_disk")).isEqualTo(1);
        assertThat(count("sandbox.out.of.disk", "provider", "docker")).isEqualTo(1);
        assertThat(count("sandbox.network.tried", "result", "allowed")).isEqualTo(1);
        assertThat(count("sandbox.network.tried", "result", "refused")).isEqualTo(2);
    }

    private static NetworkAttempt attempt(boolean allowed) {
        return new NetworkAttempt(Told.BEGAN, NetworkAttempt.Kind.NAME, "host.example", "", 0, allowed, 0);
    }

    @Test
    void showsAPoolUntilItIsClosed() {
        meters.watch(() -> new PoolStatistics(0, 0, Map.of(), 0, 0, 4, 1, 2, 3));

        assertThat(registry.get("sandbox.pool.ready").gauge().value()).isEqualTo(1);
        assertThat(registry.get("sandbox.pool.making").gauge().value()).isEqualTo(2);
        assertThat(registry.get("sandbox.pool.in.use").gauge().value()).isEqualTo(3);
        assertThat(registry.get("sandbox.pool.wasted").gauge().value()).isEqualTo(4);
        meters.close();
        assertThat(registry.find("sandbox.pool.ready").gauge()).isNull();
    }

    private double seconds(String timer, String tag, String value) {
        return registry.get(timer)
                .tag("provider", "docker")
                .tag(tag, value)
                .timer()
                .totalTime(TimeUnit.SECONDS);
    }

    private double count(String counter, String tag, String value) {
        return registry.get(counter)
                .tag("provider", "docker")
                .tag(tag, value)
                .counter()
                .count();
    }
}
