package dev.sandboxed.core.internal.telemetry;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What has begun and not ended, by a key. The same may begin several times at once; then the one that began last ends first.
 * Whatever never ends is forgotten when there is too much of it. Safe from several threads.
 */
final class Begun<T> {

    private static final int MOST = 10_000;

    private final Map<Object, Deque<T>> open = new HashMap<>();

    synchronized void begin(Object key, T what) {
        if (open.size() >= MOST) {
            open.clear();
        }
        open.computeIfAbsent(key, absent -> new ArrayDeque<>(1)).push(what);
    }

    /** Returns what has begun; empty if nobody saw it begin. */
    synchronized Optional<T> end(Object key) {
        Deque<T> begun = open.get(key);
        if (begun == null) {
            return Optional.empty();
        }
        T last = begun.pop();
        if (begun.isEmpty()) {
            open.remove(key);
        }
        return Optional.of(last);
    }
}
