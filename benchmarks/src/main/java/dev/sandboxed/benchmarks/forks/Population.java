package dev.sandboxed.benchmarks.forks;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Looks all the time at how many sandboxes a local provider has, in whichever JVMs: each has a record in a folder. */
final class Population implements AutoCloseable {

    private static final long LOOK_NANOS = 2_000_000;

    private final Path records;
    private final Thread looking = new Thread(this::look, "population");
    private final Set<String> seen = new HashSet<>();
    private volatile boolean over;
    private int peak;

    private Population(Path records) {
        this.records = records;
    }

    /** Begins to look at the sandboxes of a provider below a state folder. */
    static Population of(Path state, String provider) {
        Population population = new Population(state.resolve(provider).resolve("records"));
        population.looking.start();
        return population;
    }

    private void look() {
        while (!over) {
            String[] now = records.toFile().list();
            if (now != null) {
                note(List.of(now));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private synchronized void note(List<String> now) {
        seen.addAll(now);
        peak = Math.max(peak, now.size());
    }

    /** Returns how many different ones there were. */
    synchronized int made() {
        return seen.size();
    }

    /** Returns how many there were at once at most. */
    synchronized int peak() {
        return peak;
    }

    @Override
    public void close() {
        over = true;
        try {
            looking.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
