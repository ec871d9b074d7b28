package dev.sandboxed.core.internal.startup;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How long each provider took to create a sandbox, on average, the last times counting most. Safe from several threads.
 *
 * <p>What was measured is written down for the next run when this is closed, and when it has become twice or half of what is
 * written there: not everybody closes it.
 */
public final class StartupTimes implements AutoCloseable {

    /** How much of the average is the newest measurement. */
    private static final double NEWEST = 0.3;

    private final StartupFile file;
    private final Map<String, Duration> averages = new TreeMap<>();
    private final Map<String, Duration> written = new TreeMap<>();
    private final Set<String> begun = new HashSet<>();
    private boolean read;

    /**
     * Reads nothing yet.
     *
     * @param file where they are kept between runs
     */
    public StartupTimes(StartupFile file) {
        this.file = file;
    }

    /** Returns how long a provider takes; empty if it was never measured on this machine. */
    public synchronized Optional<Duration> of(String provider) {
        readOnce();
        return Optional.ofNullable(averages.get(provider));
    }

    /** Takes down how long one creation took. The first in a JVM does not count: it tells how long classes take to load. */
    public synchronized void took(String provider, Duration time) {
        if (begun.add(provider)) {
            return;
        }
        readOnce();
        Duration average = averages.merge(provider, time, StartupTimes::blend);
        Duration before = written.get(provider);
        if (before == null || isTwice(before, average) || isTwice(average, before)) {
            write();
        }
    }

    /** Writes down what has changed since it was last written. */
    @Override
    public synchronized void close() {
        if (read && !averages.equals(written)) {
            write();
        }
    }

    private static Duration blend(Duration before, Duration newest) {
        return Duration.ofNanos(Math.round((1 - NEWEST) * before.toNanos() + NEWEST * newest.toNanos()));
    }

    private static boolean isTwice(Duration one, Duration other) {
        return other.compareTo(one.multipliedBy(2)) >= 0;
    }

    private void write() {
        file.write(averages);
        written.clear();
        written.putAll(averages);
    }

    private void readOnce() {
        if (!read) {
            read = true;
            averages.putAll(file.read());
            written.putAll(averages);
        }
    }
}
