package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What providers and the pool said of each sandbox until its test is over: how it was made, chosen and handed out, which limits it hit. What is
 * run there is in its transcript.
 */
public final class SandboxLog implements SandboxListener {

    private static final int MOST_EVENTS = 100;
    private static final int MOST_SANDBOXES = 2_000;

    /** Those of sandboxes that nobody ever forgets, since nobody claimed them, give way to newer ones. */
    private final Map<String, Deque<SandboxEvent>> events = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Deque<SandboxEvent>> eldest) {
            return size() > MOST_SANDBOXES;
        }
    };

    @Override
    public synchronized void on(SandboxEvent event) {
        if (!isOfTheTranscript(event)) {
            Deque<SandboxEvent> known = events.computeIfAbsent(event.at().sandbox(), id -> new ArrayDeque<>());
            if (known.size() == MOST_EVENTS) {
                known.removeFirst();
            }
            known.addLast(event);
        }
    }

    /** Lets go of what was said of a sandbox. */
    public synchronized void forget(String sandbox) {
        events.remove(sandbox);
    }

    private static boolean isOfTheTranscript(SandboxEvent event) {
        return event instanceof SandboxEvent.ExecStarted
                || event instanceof SandboxEvent.ExecEnded
                || event instanceof SandboxEvent.ExecAborted
                || event instanceof SandboxEvent.FileRead
                || event instanceof SandboxEvent.FileWritten
                || event instanceof SandboxEvent.NetworkTried;
    }

    /** Returns the last events of a sandbox in lines, oldest first. */
    public String of(String sandbox) {
        return of(sandbox, Instant.EPOCH);
    }

    /** Returns the last of those that were not before a moment. */
    synchronized String of(String sandbox, Instant since) {
        String lines = events.getOrDefault(sandbox, new ArrayDeque<>()).stream()
                .filter(event -> !event.at().moment().isBefore(since))
                .map(event -> event.at().moment() + " " + describe(event))
                .collect(Collectors.joining("\n"));
        return lines.isEmpty() ? "(none)" : lines;
    }

    private static String describe(SandboxEvent event) {
        if (event instanceof SandboxEvent.Creating) {
            return "its creation began";
        }
        if (event instanceof SandboxEvent.Ready ready) {
            return "ready after " + ready.duration().toMillis() + " ms";
        }
        if (event instanceof SandboxEvent.FellBack back) {
            return "made in the place of others that failed: " + back.failed();
        }
        if (event instanceof SandboxEvent.PoolHit hit) {
            return "handed out, made ahead; the claim took " + hit.waited().toMillis() + " ms";
        }
        if (event instanceof SandboxEvent.PoolMissed missed) {
            return "handed out, made for the claim (" + missed.reason() + "), which took "
                    + missed.waited().toMillis() + " ms";
        }
        if (event instanceof SandboxEvent.LimitHit hit) {
            return "hit its limit of " + name(hit.resource());
        }
        if (event instanceof SandboxEvent.Destroyed destroyed) {
            return "destroyed: " + destroyed.reason();
        }
        if (event instanceof SandboxEvent.Failed failed) {
            return "could not be made: " + failed.reason();
        }
        return name(event.getClass().getSimpleName());
    }

    private static String name(Object value) {
        return value.toString().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
