package dev.sandboxed.core.internal.telemetry;

import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxEvent.At;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What is told about two sandboxes, one second after the other, for those who measure it. */
final class Told {

    static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");

    private Told() {}

    /** Tells the life of one that is made ahead, runs a command out of memory and one that does not start, and of one that fails. */
    static void to(SandboxListener listener) {
        Command greedy = Command.of("greedy", "--password=hunter2");
        Command absent = Command.of("absent");
        List.of(
                        new SandboxEvent.Creating(after(0)),
                        new SandboxEvent.Ready(after(2), Duration.ofSeconds(2)),
                        new SandboxEvent.FellBack(after(2), List.of(new Rejection("runc", "no luck", ""))),
                        new SandboxEvent.PoolHit(after(3), Duration.ofMillis(5)),
                        new SandboxEvent.ExecStarted(after(3), greedy),
                        new SandboxEvent.ExecEnded(after(4), greedy, Ending.outOfMemory(), Duration.ofSeconds(1)),
                        new SandboxEvent.ExecStarted(after(4), absent),
                        new SandboxEvent.ExecAborted(after(4), absent, "file-not-found", "there is no such folder"),
                        new SandboxEvent.FileWritten(after(5), "/workspace/a", 7),
                        new SandboxEvent.FileRead(after(5), "/workspace/a", 3),
                        new SandboxEvent.Destroyed(after(6), "it was closed"),
                        new SandboxEvent.Creating(new At("docker", "second", BEGAN)),
                        new SandboxEvent.Failed(
                                new At("docker", "second", BEGAN.plusSeconds(1)),
                                "start",
                                "no room",
                                Duration.ofSeconds(1)),
                        new SandboxEvent.PoolMissed(after(9), "empty", Duration.ofMillis(300)))
                .forEach(listener::on);
    }

    private static At after(int seconds) {
        return new At("docker", "first", BEGAN.plusSeconds(seconds));
    }
}
