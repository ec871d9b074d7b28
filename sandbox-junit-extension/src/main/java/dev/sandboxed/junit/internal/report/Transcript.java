package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.spec.SecretMask;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What was run in a sandbox, in order: the last commands, each with how it ended and the end of its outputs. */
public final class Transcript {

    private static final int MOST_LINES = 200;

    private final Deque<Line> lines = new ArrayDeque<>();
    private long forgotten;

    /** Takes down that a command began. */
    synchronized Line begin(String command, Witness.Running running, SecretMask mask) {
        if (lines.size() == MOST_LINES) {
            lines.removeFirst();
            forgotten++;
        }
        Line line = new Line(command, running, mask);
        lines.addLast(line);
        return line;
    }

    /** Returns how many commands have begun. */
    synchronized long begun() {
        return forgotten + lines.size();
    }

    /** Returns those that began when so many had begun before them, and not after as many as the end says. */
    synchronized String between(long begin, long end) {
        long leftOut = Math.min(end, forgotten) - begin;
        String earlier = leftOut <= 0 ? "" : "(" + leftOut + " earlier commands left out)\n\n";
        String known = lines.stream()
                .skip(Math.max(0, begin - forgotten))
                .limit(Math.max(0, end - Math.max(begin, forgotten)))
                .map(Line::text)
                .collect(Collectors.joining("\n\n"));
        return earlier.isEmpty() && known.isEmpty() ? "(no command was run)" : earlier + known;
    }

    /** Returns those that began before so many had begun, and have not ended yet; empty if all have. */
    synchronized String running(long before) {
        return lines.stream()
                .limit(Math.max(0, before - forgotten))
                .filter(Line::isRunning)
                .map(Line::text)
                .collect(Collectors.joining("\n\n"));
    }

    @Override
    public synchronized String toString() {
        return between(0, begun());
    }

    /** One command. */
    static final class Line {
        private final String command;
        private final Witness.Running running;
        private final SecretMask mask;
        private final long began = System.nanoTime();
        private final OutputTail tail = new OutputTail();
        private volatile @Nullable String text;

        private Line(String command, Witness.Running running, SecretMask mask) {
            this.command = command;
            this.running = running;
            this.mask = mask;
        }

        void wrote(OutputChunk chunk) {
            tail.add(chunk);
            running.wrote(chunk);
        }

        void ended(ExecResult result) {
            if (end(result.describe())) {
                running.ended(result);
            }
        }

        void failed(RuntimeException failure) {
            if (end("Command has no result after " + millis() + " ms: " + command + "\n  " + failure
                    + tail.describe(mask))) {
                running.failed(failure);
            }
        }

        /** Whoever started it has no more use for it, and did not wait for its end. */
        void closed() {
            end("Command was closed after " + millis() + " ms: " + command + tail.describe(mask));
        }

        /** Takes down its end; returns whether it had none yet. */
        private synchronized boolean end(String description) {
            if (text != null) {
                return false;
            }
            text = description;
            tail.clear();
            return true;
        }

        private long millis() {
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        }

        private boolean isRunning() {
            return text == null;
        }

        private String text() {
            String known = text;
            return known == null
                    ? "Command has not ended after " + millis() + " ms: " + command + tail.describe(mask)
                    : known;
        }
    }
}
