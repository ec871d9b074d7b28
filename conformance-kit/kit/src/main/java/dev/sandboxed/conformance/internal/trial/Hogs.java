package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.conformance.internal.text.ResourceText;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Scripts that take too much of something. Each takes a modest, bounded amount, so that a host survives them where nothing
 * is limited.
 */
public final class Hogs {

    private static final Duration BURNING = Duration.ofSeconds(2);
    /** Several, so that a share without limit is still a large one on a busy machine. */
    private static final int LOOPS = 8;

    /** Two examinations at once that measure what they are given of the processors would take it from one another. */
    private static final ReentrantLock PROCESSORS = new ReentrantLock();

    private static final Pattern TIMES = Pattern.compile("(\\d+)m(\\d+)[.,](\\d+)s");
    private static final String COUNT = "count=";

    private Hogs() {}

    /**
     * Returns a script that takes memory little by little, since a large piece at once may be refused
     * politely; the command itself becomes the hog, since that is the one to be stopped and told.
     */
    public static String memory(int mebibytes) {
        return "mkfifo feed; dd if=/dev/zero of=feed bs=1024k count=" + mebibytes
                + " 2>/dev/null & exec tail -n 1 <feed >/dev/null";
    }

    /**
     * Returns a script that starts processes which wait until they are killed, and tells how many came to life.
     *
     * <p>They are counted with builtins of the shell: when there is no room for a process, there is none for counting.
     */
    public static String forkBomb(int processes) {
        return ResourceText.of(Hogs.class, "fork-bomb.sh").replace("PROCESSES", String.valueOf(processes));
    }

    /**
     * Returns a script that opens files in one process, and tells after each how many there are.
     *
     * <p>Not every shell has names for descriptors above 9, but every shell puts a redirected one aside for the time of a
     * function, so functions that call each other hold one more at each depth.
     */
    public static String openFiles(int files) {
        return ResourceText.of(Hogs.class, "open-files.sh").replace("FILES", String.valueOf(files));
    }

    /** Returns a script that is busy for some seconds of processor time, fewer than ten, and then ends well. */
    public static String busyFor(int seconds) {
        return ResourceText.of(Hogs.class, "busy-for.sh").replace("LAST", String.valueOf(seconds - 1));
    }

    /** Returns the last count that a hog told; none at all is zero, for one that was stopped before it began. */
    public static int count(ExecResult hog) {
        return (int) counts(hog.stdout()).reduce(0, (former, later) -> later);
    }

    private static LongStream counts(String printed) {
        return printed.lines()
                .filter(line -> line.startsWith(COUNT))
                .mapToLong(line -> Long.parseLong(line.substring(COUNT.length())));
    }

    /**
     * Keeps the processors of a sandbox busy for a while.
     *
     * <p>Linux shares them out by sessions before it does by processes, so each loop has a session of its own if possible.
     */
    public static Burnt burn(Trial trial, Sandbox sandbox) throws InterruptedException {
        String script = busy(trial, "until [ -e stop ]; do :; done") + "; times";
        Timed burning = alone(sandbox, script);
        Duration used = Duration.ZERO;
        for (Matcher times = TIMES.matcher(burning.printed()); times.find(); ) {
            used = used.plusMinutes(Long.parseLong(times.group(1)))
                    .plusNanos((long) (Double.parseDouble(times.group(2) + "." + times.group(3)) * 1e9));
        }
        return new Burnt(used, burning.waited());
    }

    /** Keeps the processors of a sandbox busy for a while, and returns the rounds of work that got done. */
    public static long rounds(Trial trial, Sandbox sandbox) throws InterruptedException {
        String counting = "n=0; until [ -e stop ]; do n=$((n+1)); done; echo " + COUNT + "$n";
        return counts(alone(sandbox, busy(trial, counting)).printed()).sum();
    }

    private static Timed alone(Sandbox sandbox, String script) throws InterruptedException {
        PROCESSORS.lockInterruptibly();
        try {
            long begin = System.nanoTime();
            String printed = sandbox.shell(script).orThrow().stdout();
            return new Timed(printed, Duration.ofNanos(System.nanoTime() - begin));
        } finally {
            PROCESSORS.unlock();
        }
    }

    private record Timed(String printed, Duration waited) {}

    private static String busy(Trial trial, String work) {
        String loop = (trial.guest().has("setsid") ? "setsid " : "") + "sh -c '" + work + "' & ";
        return "rm -f stop; (sleep " + BURNING.toSeconds() + "; echo >stop) & " + loop.repeat(LOOPS) + "wait";
    }

    /**
     * What busy loops have used.
     *
     * @param used processor time
     * @param waited the time that passed, with that for getting there and back
     */
    public record Burnt(Duration used, Duration waited) {

        /** The processors that were used, with the way there and back counted as if it had been used as well. */
        public double atLeast() {
            return (double) used.toNanos() / waited.toNanos();
        }

        /** The processors that were used, as if there were no way there and back. */
        public double atMost() {
            return (double) used.toNanos() / BURNING.toNanos();
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.2f processors", atLeast());
        }
    }
}
