package dev.sandboxed.junit.internal.record;

import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.SandboxEvent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** All sandboxes of a run. Guarded by the recording. */
final class SandboxRecord {

    private static final int MOST_ATTEMPTS = 100;
    private static final int LONGEST_REASON = 2_000;

    private final Map<String, SandboxNote> notes = new LinkedHashMap<>();
    private final Allowance allowance;
    private long leftOut;

    SandboxRecord(Allowance allowance) {
        this.allowance = allowance;
    }

    void heard(SandboxEvent event) {
        SandboxEvent.At at = event.at();
        if (!notes.containsKey(at.sandbox()) && notes.size() == Allowance.MOST_SANDBOXES) {
            leftOut += event instanceof SandboxEvent.Creating ? 1 : 0;
            return;
        }
        SandboxNote note = notes.computeIfAbsent(at.sandbox(), id -> new SandboxNote(id, at.provider()));
        if (event instanceof SandboxEvent.Creating) {
            note.creating = at.moment();
        } else if (event instanceof SandboxEvent.Ready) {
            note.ready = at.moment();
        } else if (event instanceof SandboxEvent.Failed failed) {
            note.destroyed = at.moment();
            note.trouble = allowance.head(failed.code() + ": " + failed.reason(), LONGEST_REASON);
        } else if (event instanceof SandboxEvent.FellBack back) {
            note.fellBackFrom = back.failed();
        } else if (event instanceof SandboxEvent.PoolHit hit) {
            note.claimed = at.moment();
            note.waited = hit.waited();
        } else if (event instanceof SandboxEvent.PoolMissed missed) {
            note.claimed = at.moment();
            note.waited = missed.waited();
            note.missed = missed.reason();
        } else if (event instanceof SandboxEvent.Destroyed) {
            note.destroyed = at.moment();
        } else {
            used(note, event);
        }
    }

    /** Commands are heard from the test's side, which has their output. */
    private void used(SandboxNote note, SandboxEvent event) {
        if (event instanceof SandboxEvent.FileRead read) {
            note.bytesRead += read.bytes();
        } else if (event instanceof SandboxEvent.FileWritten written) {
            note.bytesWritten += written.bytes();
        } else if (event instanceof SandboxEvent.LimitHit hit) {
            note.limits.add(hit.resource().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        } else if (event instanceof SandboxEvent.NetworkTried tried) {
            note.network = tried.attempts().stream()
                    .limit(MOST_ATTEMPTS)
                    .map(NetworkAttempt::toString)
                    .map(line -> allowance.head(line, LONGEST_REASON))
                    .toList();
        }
    }

    /** Returns what is known of a sandbox; what nobody has room for is written to a note that nobody reads. */
    SandboxNote of(String id) {
        SandboxNote note = notes.get(id);
        return note == null ? new SandboxNote(id, "") : note;
    }

    Stream<SandboxNote> all() {
        return notes.values().stream();
    }

    long leftOut() {
        return leftOut;
    }
}
