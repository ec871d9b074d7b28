package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.exec.ExecResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/** What was run in a sandbox, in order: the last commands, each with how it ended and the end of its outputs. */
public final class Transcript {

    private static final int MOST_LINES = 200;

    private final Deque<Line> lines = new ArrayDeque<>();
    private long forgotten;

    /** Takes down that a command began. */
    synchronized Line begin(String command, Witness.Running running) {
        if (lines.size() == MOST_LINES) {
            lines.removeFirst();
            forgotten++;
        }
        Line line = new Line(command, running);
        lines.addLast(line);
        return line;
    }

    @Override
    public synchronized String toString() {
        String earlier = forgotten == 0 ? "" : "(" + forgotten + " earlier commands left out)\n\n";
        return lines.isEmpty()
                ? "(no command was run)"
                : earlier + lines.stream().map(Line::text).collect(Collectors.joining("\n\n"));
    }

    /** One command. */
    static final class Line {
        private final String command;
        private final Witness.Running running;
        private volatile String text;

        private Line(String command, Witness.Running running) {
            this.command = command;
            this.running = running;
            this.text = "Command has not ended: " + command;
        }

        void ended(ExecResult result) {
            text = result.describe();
            running.ended(result);
        }

        void failed(RuntimeException failure) {
            text = "Command could not be run: " + command + "\n  " + failure;
            running.failed(failure);
        }

        private String text() {
            return text;
        }
    }
}
