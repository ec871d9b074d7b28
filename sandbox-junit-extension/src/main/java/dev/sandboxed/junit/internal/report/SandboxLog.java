package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * What providers and the pool said of each sandbox that is alive: how it was made, chosen and handed out, which limits it hit. What is
 * run there is in its transcript.
 */
public final class SandboxLog implements SandboxListener {

    private static final int MOST_EVENTS = 100;

    private final Map<String, Deque<SandboxEvent>> events = new ConcurrentHashMap<>();

    @Override
    public void on(SandboxEvent event) {
        String sandbox = event.at().sandbox();
        if (event instanceof SandboxEvent.Destroyed || event instanceof SandboxEvent.Failed) {
            events.remove(sandbox);
        } else if (!isOfTheTranscript(event)) {
            events.compute(sandbox, (id, before) -> with(event, before == null ? new ArrayDeque<>() : before));
        }
    }

    private static boolean isOfTheTranscript(SandboxEvent event) {
        return event instanceof SandboxEvent.ExecStarted
                || event instanceof SandboxEvent.ExecEnded
                || event instanceof SandboxEvent.ExecAborted
                || event instanceof SandboxEvent.FileRead
                || event instanceof SandboxEvent.FileWritten
                || event instanceof SandboxEvent.NetworkTried;
    }

    private static Deque<SandboxEvent> with(SandboxEvent event, Deque<SandboxEvent> before) {
        Deque<SandboxEvent> all = new ArrayDeque<>(before);
        if (all.size() == MOST_EVENTS) {
            all.removeFirst();
        }
        all.addLast(event);
        return all;
    }

    /** Returns the last events of a sandbox in lines, oldest first. */
    public String of(String sandbox) {
        Deque<SandboxEvent> known = events.getOrDefault(sandbox, new ArrayDeque<>());
        return known.isEmpty()
                ? "(none)"
                : known.stream()
                        .map(event -> event.at().moment() + " " + describe(event))
                        .collect(Collectors.joining("\n"));
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
        return name(event.getClass().getSimpleName());
    }

    private static String name(Object value) {
        return value.toString().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
