package dev.sandboxed.benchmarks.kills;

import dev.sandboxed.api.ReapReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * What came of one JVM that was killed.
 *
 * @param made how many sandboxes it had, all whole
 * @param gone how long after the kill, or after the beginning of a sweep, something was last seen of it
 * @param left what was left when the time was up, one line each
 */
record Round(int made, Duration gone, List<String> left) {

    /** What is promised. */
    static final Duration PROMISED = Duration.ofSeconds(5);

    /** A look at all processes of the host takes some time of a processor, which is not to be taken from those who clean up. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(150);

    private static final Duration LONGEST_MOMENT = Duration.ofMillis(500);
    private static final int MOST_ATTEMPTS = 5;
    private static final Duration LATER = Duration.ofSeconds(1);
    private static final Duration LAST_BREATH = Duration.ofSeconds(30);

    Round {
        left = List.copyOf(left);
    }

    /** What becomes of the process that waits for the end of the JVM. */
    enum Watchdog {
        /** Lives, and removes what the JVM leaves. */
        LIVES,
        /** Is killed before the JVM: a sweep has to remove what is left. */
        KILLED_BEFORE,
        /** Is killed after the JVM, while it begins to work: a sweep has to remove what is left. */
        KILLED_AFTER
    }

    /**
     * Starts a JVM, kills it at some moment between its first sandbox and a while after its last, and looks until the time is
     * up. What an engine still makes after the kill is therefore seen, too.
     *
     * @param mark tells this round from all others
     */
    static Round play(Ground ground, int sandboxes, String mark, Random random, Watchdog watchdog)
            throws IOException, InterruptedException {
        Set<Path> before = ground.entries();
        int enough = 1 + random.nextInt(sandboxes);
        Duration moment = Duration.ofMillis(random.nextInt((int) LONGEST_MOMENT.toMillis()));
        try (OwnerJvm jvm = started(ground, sandboxes, mark, enough)) {
            jvm.live(moment);
            ProcessHandle waiting = jvm.watchdog();
            if (watchdog == Watchdog.KILLED_BEFORE) {
                waiting.destroyForcibly();
            }
            jvm.kill();
            long began = System.nanoTime();
            List<String> failures = new ArrayList<>();
            if (watchdog != Watchdog.LIVES) {
                waiting.destroyForcibly();
                LockSupport.parkNanos(LATER.toNanos());
                began = System.nanoTime();
                failures.addAll(sweep(ground, jvm));
            }
            Round seen = look(ground, jvm, mark, before, began);
            failures.addAll(seen.left());
            if (!hasEnded(waiting)) {
                failures.add("watchdog " + waiting.pid());
            }
            return new Round(seen.made(), seen.gone(), failures);
        }
    }

    /** On a busy machine a provider may say now and then that it does not work; that is not what is tried here. */
    private static OwnerJvm started(Ground ground, int sandboxes, String mark, int enough)
            throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            OwnerJvm jvm = OwnerJvm.start(ground.settings(), sandboxes, mark);
            try {
                jvm.awaitMade(enough);
                return jvm;
            } catch (IllegalStateException e) {
                jvm.close();
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
                System.out.println("    started again: " + e.getMessage());
            }
        }
    }

    private static List<String> sweep(Ground ground, OwnerJvm jvm) {
        ReapReport report = ground.reap();
        List<String> failures = new ArrayList<>(report.failures());
        if (report.removed().isEmpty()) {
            failures.add("the sweep found nothing of JVM " + jvm.pid() + ", which had " + jvm.made() + " sandboxes");
        }
        return failures;
    }

    /** Looks until the time is up, and then, if something is left, until that is gone as well, so that late is told from never. */
    private static Round look(Ground ground, OwnerJvm jvm, String mark, Set<Path> before, long began) {
        Set<String> names = new HashSet<>(jvm.names());
        Duration gone = Duration.ofNanos(System.nanoTime() - began);
        List<String> late = List.of();
        for (Duration now = gone;
                now.compareTo(PROMISED) < 0 || (!late.isEmpty() && now.compareTo(LAST_BREATH) < 0); ) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            List<String> left = ground.leftovers(jvm.pid(), mark, before, names);
            now = Duration.ofNanos(System.nanoTime() - began);
            if (left.isEmpty() && !late.isEmpty()) {
                return new Round(jvm.made(), now, late);
            }
            if (!left.isEmpty()) {
                gone = now;
                late = late.isEmpty() && now.compareTo(PROMISED) >= 0 ? left : late;
            }
        }
        return new Round(jvm.made(), gone, late);
    }

    /** What it removes is promised within seconds, its own end is not; but it has to come. */
    private static boolean hasEnded(ProcessHandle process) {
        long deadline = System.nanoTime() + LAST_BREATH.toNanos();
        while (process.isAlive() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        return !process.isAlive();
    }
}
