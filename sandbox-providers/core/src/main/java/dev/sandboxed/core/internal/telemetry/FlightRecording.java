package dev.sandboxed.core.internal.telemetry;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.core.internal.telemetry.FlightEvents.ClaimEvent;
import dev.sandboxed.core.internal.telemetry.FlightEvents.CommandEvent;
import dev.sandboxed.core.internal.telemetry.FlightEvents.CreationEvent;
import dev.sandboxed.core.internal.telemetry.FlightEvents.DestructionEvent;
import dev.sandboxed.core.internal.telemetry.FlightEvents.FallbackEvent;
import dev.sandboxed.core.internal.telemetry.FlightEvents.FlightEvent;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jfr.FlightRecorder;

/** Writes into a recording of Flight Recorder, if one runs. */
final class FlightRecording implements SandboxListener {

    private final Begun<CreationEvent> creations = new Begun<>();
    private final Begun<CommandEvent> commands = new Begun<>();

    @Override
    public void on(SandboxEvent event) {
        if (FlightRecorder.isInitialized()) {
            record(event);
        }
    }

    private void record(SandboxEvent event) {
        if (event instanceof SandboxEvent.Creating creating) {
            creations.begin(creating.at().sandbox(), begun(new CreationEvent()));
        } else if (event instanceof SandboxEvent.Ready ready) {
            creations.end(ready.at().sandbox()).ifPresent(one -> commit(one, ready, ""));
        } else if (event instanceof SandboxEvent.Failed failed) {
            creations.end(failed.at().sandbox()).ifPresent(one -> commit(one, failed, failed.code()));
        } else if (event instanceof SandboxEvent.ExecStarted started) {
            commands.begin(key(started, started.command()), begun(new CommandEvent()));
        } else if (event instanceof SandboxEvent.ExecEnded ended) {
            commands.end(key(ended, ended.command())).ifPresent(one -> {
                one.outcome = ended.ending().outcome().name();
                one.exitCode = ended.ending().exitCode();
                commit(one, ended, "");
            });
        } else if (event instanceof SandboxEvent.ExecAborted aborted) {
            commands.end(key(aborted, aborted.command())).ifPresent(one -> commit(one, aborted, aborted.code()));
        } else {
            recordMoment(event);
        }
    }

    private static void recordMoment(SandboxEvent event) {
        if (event instanceof SandboxEvent.PoolHit hit) {
            commit(new ClaimEvent(true, "", hit.waited()), hit, "");
        } else if (event instanceof SandboxEvent.PoolMissed missed) {
            commit(new ClaimEvent(false, missed.reason(), missed.waited()), missed, "");
        } else if (event instanceof SandboxEvent.FellBack fell) {
            String failed = fell.failed().stream().map(Object::toString).collect(Collectors.joining("; "));
            commit(new FallbackEvent(failed), fell, "");
        } else if (event instanceof SandboxEvent.Destroyed destroyed) {
            commit(new DestructionEvent(destroyed.reason()), destroyed, "");
        }
    }

    private static Object key(SandboxEvent event, Command command) {
        return List.of(event.at().sandbox(), command);
    }

    private static <E extends FlightEvent> E begun(E event) {
        event.begin();
        return event;
    }

    private static void commit(FlightEvent event, SandboxEvent told, String error) {
        if (event.shouldCommit()) {
            event.provider = told.at().provider();
            event.sandbox = told.at().sandbox();
            event.error = error;
            event.commit();
        }
    }
}
